"""The desk: complaints, claims, rulings, appeals, the audit log, and the admin's pages for them."""

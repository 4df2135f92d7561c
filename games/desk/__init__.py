"""Disputed games: complaints, claims, rulings, appeals, and the audit log of reviewers' work."""

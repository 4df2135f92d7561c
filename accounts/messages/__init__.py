"""Letters to e-mail addresses, and notices in the inbox."""

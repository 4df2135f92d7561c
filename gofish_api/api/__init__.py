"""Parts of the API that belong to neither games nor accounts: its index, problems, schema and
pages.
"""

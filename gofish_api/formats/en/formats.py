"""Times with their zone, as reviewers compare them with the log's and with each other's: 2026-11-21
21:30 UTC.
"""

DATE_FORMAT = SHORT_DATE_FORMAT = "Y-m-d"
DATETIME_FORMAT = SHORT_DATETIME_FORMAT = "Y-m-d H:i T"

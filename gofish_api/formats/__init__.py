"""How the admin writes dates, found by the setting ``FORMAT_MODULE_PATH``."""

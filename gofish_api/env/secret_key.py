"""Check that the secret key is strong enough for production: a known key lets strangers forge
sessions.
"""

LEAST_CHARACTERS = 50
LEAST_DIFFERENT = 20

DEVELOPMENT_KEY = "development-only-every-copy-of-the-service-has-this-key"

DOCUMENTED = (
    DEVELOPMENT_KEY,
    "django-insecure-",  # begins the keys that Django's own templates write
    "some-long-random-string",
    "a-long-random-string",
    "build-only",
    "only for measuring",
    "a-key-of-fifty-characters",
    "a key of this test alone",
)
"""Keys or parts of keys that are published in this project or in others.

A key with one is refused.
"""

CREATE = "python3 -c 'import secrets; print(secrets.token_urlsafe(50))'"
"""The shell command that creates a key."""


def check(key: str) -> None:
    """Check that a key looks random.

    :raises ValueError: it is short, repeats a few characters, or is published.
    """
    known = key.casefold()
    if any(published in known for published in DOCUMENTED):
        problem = "this key is published, so it is not secret"
    elif len(key) < LEAST_CHARACTERS:
        problem = f"the key needs at least {LEAST_CHARACTERS} characters and has {len(key)}"
    elif (different := len(set(key))) < LEAST_DIFFERENT:
        problem = f"the key needs {LEAST_DIFFERENT} different characters and has {different}"
    else:
        return
    raise ValueError(f"{problem}. Create one: {CREATE}")

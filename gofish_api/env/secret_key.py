"""Check that the secret key is strong enough for production: a known key lets strangers forge sessions."""

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
    "a-key-of-fifty-characters-that-nobody-else-has",
    "a key of this test alone",
)
"""Keys, or parts of keys, that stand in this project's files or in those of others."""

MAKE_ONE = "python3 -c 'import secrets; print(secrets.token_urlsafe(50))'"


def check(key: str) -> None:
    """Check that a key was made at random.

    :raises ValueError: it is short, or repeats a few characters, or is documented.
    """
    known = key.casefold()
    if any(each in known for each in DOCUMENTED):
        problem = "this key is published, so everybody knows it"
    elif len(key) < LEAST_CHARACTERS:
        problem = f"a key needs at least {LEAST_CHARACTERS} characters, this one has {len(key)}"
    elif (different := len(set(key))) < LEAST_DIFFERENT:
        problem = f"a key needs {LEAST_DIFFERENT} different characters, this one has {different}"
    else:
        return
    raise ValueError(f"{problem}. Make one: {MAKE_ONE}")

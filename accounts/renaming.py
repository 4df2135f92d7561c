"""Change display names, and replace usernames: no account takes a replaced one, or one like it.

Only the form without case and look-alikes is stored. The player can still sign in with it, because
they may have no other way to learn the new username.

Only the username tells who a player is: two display names may be the same, or look alike. A display
name may not be a name of the service or of its staff.
"""

import unicodedata
from datetime import datetime

from axes.models import AccessAttempt
from django.contrib.admin.models import LogEntry
from django.contrib.contenttypes.models import ContentType
from django.core.exceptions import ValidationError
from django.db import transaction

from accounts import locks, names
from accounts.models import ReservedName, User
from accounts.refusals import DisplayNameRefused


def reserve(username: str, account: User, *, now: datetime) -> None:
    """Reserve the replaced username of an account."""
    ReservedName.objects.update_or_create(
        skeleton=names.skeleton(username), defaults={"account": account, "at": now}
    )


def is_reserved(username: str) -> bool:
    """Return whether a name is reserved for the service, was replaced, or looks like such a one."""
    reduced = names.skeleton(username)
    return names.is_reserved(username) or is_replaced(reduced)


def is_replaced(skeleton: str) -> bool:
    """Return whether a name of this form was replaced."""
    return skeleton.isascii() and ReservedName.objects.filter(skeleton=skeleton).exists()


def current(typed: str) -> str:
    """Return the username of the account whose replaced username was typed, or else what was typed.

    Both are in the form for looking up an account.
    """
    name = names.canonical(typed)
    if not name.isascii() or "\0" in name or len(name) > names.LONGEST:
        return name
    rows = ReservedName.objects.filter(skeleton=names.skeleton(name), account__isnull=False)
    holder = rows.values_list("account__username", flat=True).first()
    return name if holder is None else names.canonical(holder)


def forget(account: User) -> None:
    """Forget which account had reserved names; they stay reserved."""
    ReservedName.objects.filter(account=account).update(account=None)


def replace_username(account_id: int, *, now: datetime) -> User:
    """Replace a username, remove the display name, and return the account.

    Tokens and the password stay valid. Games name seats and accounts, so logs do not change.
    """
    with transaction.atomic():
        account = locks.lock_all([account_id])[account_id]
        old = account.username
        AccessAttempt.objects.filter(username=names.canonical(old)).delete()
        reserve(old, account, now=now)
        account.username, account.display_name = names.invent(names.PLAYER_PREFIX), ""
        account.save(update_fields=["username", "display_name"])
        LogEntry.objects.filter(
            content_type=ContentType.objects.get_for_model(User), object_id=account.pk
        ).update(object_repr=account.username)
    return account


LONGEST = 30
LONGEST_SENT = 120
"""Characters of a name before it is normalised."""

# fmt: off
_ROLES = (
    "admin", "administrator", "gofish", "mod", "moderator", "official", "referee", "root",
    "security", "staff", "superuser", "support", "system",
    "administratorin", "kundendienst", "moderation", "moderatorin", "offiziell", "schiedsrichter",
    "schiedsrichterin", "sicherheit", "spielleiter", "spielleiterin", "spielleitung",
    "administrador", "administradora", "arbitra", "arbitro", "moderador", "moderadora", "oficial",
    "seguridad", "sistema", "soporte",
)
# Letters that look like a Latin one or its form with a stroke: UTS 39's confusables of scripts that
# most fonts have, and small capitals. Accents, and forms that NFKC makes equal, are gone before.
_LOOK_ALIKES = {
    "a": "ɑΑαАаᎪꓮᴀ",
    "b": "ƀƂƃƄɓΒБВЬѢѣҌҍᏏᏴꓐꞴвʙ",
    "c": "ȼСсҪҫᏟᴄⲤⲥꓚꮯ",
    "d": "ÐĐđƉƌɖɗԁᎠᏧꓒꓓᴅ",
    "e": "ɆɇΕЕеҽҿᎬꓰꬲᴇ",
    "f": "ƑƒϜքᵮẝꓝꞘꞙꬵꜰ",
    "g": "ƍǤǥɠɡԌցᏀᏳᶃꓖɢ",
    "h": "ĦħɦΗНћҢһӇӉհᎻᏂᏲⱧⲎꓧꚕнʜ",
    "j": "ɈɉͿϳЈјᎫꓙꞲᴊ",
    "k": "ƙΚКҚҞᏦⱩⲔꓗꝀкᴋ",
    "l": "ıŁłƖƗƚǀɨɩɪɫɭΙιІіӀӏᎥᏞᵻᵼⲒⳐꓡꓲꙇꭵʟ",
    "m": "ΜϺМӍᎷⲘꓟꭑмᴍ",
    "n": "ƝƞɲɳΝηոռᵰⲚꓠɴ",
    "o": "ØøƟɵΘΟθοσОоѲѳӨөՕօ०০੦૦୦௦౦೦൦๐໐၀ჿᎾᏫᴏᴑⲞⲟ〇ꓳꝊꝋꬽꬾꭴꮎꮻ𑓐𑣠ס",
    "p": "ƥΡρРрᏢᵽⲢⲣꓑᴘ",
    "q": "ʠԛգզ",
    "r": "ƦɍɼɽгғᎡᏒᴦᵲⲅꓣꭇꭈꮁʀ",
    "s": "ƽʂЅѕՏᏕᏚᵴꓢꜱꮪ",
    "t": "ŦŧƫƭƮȾΤТҬᎢᵵⲦꓔтᴛ",
    "u": "ɄʋυՍսᏌᴜᵾꓴꞟꭎꭒꮜ",
    "v": "νѴѵᏙᴠꓦꮩ",
    "w": "ɯѡѽԜԝաᎳᏔᴡꓪꝡꮃ",
    "x": "ΧХхҲⲬꓫꞳ",
    "y": "ƴɎɏɣʏΥγУуҮүҰұყᎩᎽᶌỿⲨꓬꭚ",
    "z": "ƵƶȤȥʐΖᏃᴢᵶꓜꮓ𐋵",
}
# Scripts that write up to four marks on a letter, which is UTS 39's limit (5.4).
_MARKED_SCRIPTS = (
    "Arab", "Bali", "Beng", "Cakm", "Cham", "Deva", "Gujr", "Guru", "Hebr", "Java", "Khmr", "Knda",
    "Lana", "Laoo", "Lepc", "Limb", "Mlym", "Mymr", "Orya", "Sinh", "Sund", "Syrc", "Taml", "Telu",
    "Thaa", "Thai", "Tibt",
)
# fmt: on
_FOLD = str.maketrans({twin: letter for letter, twins in _LOOK_ALIKES.items() for twin in twins})
_HIDDEN = r"[\p{C}\p{Zl}\p{Zp}\p{Me}\p{Default_Ignorable_Code_Point}\u2800]|(?! )\p{Zs}"
# A mark without a letter, twice on one, or one of too many, which can cover the lines around.
_STACKED = (
    r"\A\p{M}|(\p{Mn})\p{Mn}*\1|\p{Mn}{5}|\p{Mn}{3}(?<!"
    + "|".join(rf"\p{{scx={script}}}{{4}}" for script in _MARKED_SCRIPTS)
    + ")"
)
_UNSEEN = r"[\p{M}\p{Default_Ignorable_Code_Point}]+"
_BETWEEN_WORDS = r"[\W_]+"
_ROLE_SKELETONS = frozenset(map(names.skeleton, _ROLES))


def normalised(text: str) -> str:
    """Return a name in Unicode's form NFKC, with single spaces and none at its ends.

    >>> normalised("  Ann  \N{FULLWIDTH LATIN CAPITAL LETTER B} ")
    'Ann B'
    """
    return " ".join(filter(None, unicodedata.normalize("NFKC", text).split(" ")))


def check_form(name: str) -> None:
    """Check the form of a normalised name, without the database.

    :raises ValidationError: it is empty or too long (``bad_length``), has no letter or digit
        (``no_letter``), or has invisible characters that its script does not need, or too many
        marks on a letter (``hidden_characters``).
    """
    import regex  # as in names

    if regex.search(_HIDDEN, names.without_joiners(name)):
        raise ValidationError(names.HIDDEN, code="hidden_characters")
    if regex.search(_STACKED, name):
        sentence = "Use marks on letters only, none twice, and no more than the script needs."
        raise ValidationError(sentence, code="hidden_characters")
    if not 1 <= len(name) <= LONGEST:
        raise ValidationError(f"Use 1 to {LONGEST} characters.", code="bad_length")
    if not any(map(str.isalnum, name)):
        raise ValidationError("Use at least one letter or digit.", code="no_letter")


def check_free(name: str, user: User) -> None:
    """Check that an account may have a normalised name.

    :raises DisplayNameRefused: it is a name of the service or its staff, or was replaced.
    """
    import regex

    bare = regex.sub(_UNSEEN, "", unicodedata.normalize("NFKD", name)).translate(_FOLD)
    reduced = names.skeleton(regex.sub(_BETWEEN_WORDS, "", bare))
    if reduced == names.skeleton(user.username):
        return
    is_role = not _ROLE_SKELETONS.isdisjoint(map(names.skeleton, regex.split(_BETWEEN_WORDS, bare)))
    if is_role or names.is_reserved(reduced) or is_replaced(reduced):
        raise DisplayNameRefused("The service reserves this name. Choose another.")


def change(user: User, name: str) -> None:
    """Store a normalised name of the right form; an empty one removes it.

    :raises DisplayNameRefused: it is a name of the service or its staff, or was replaced.
    :raises InvalidToken: the account was closed meanwhile.
    :raises AccountSuspended: the account was suspended meanwhile.
    """
    with transaction.atomic():
        current = locks.lock_active(user.pk)
        if name:
            check_free(name, current)
        user.display_name = name
        user.save(update_fields=["display_name"])

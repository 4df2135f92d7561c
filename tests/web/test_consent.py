"""The page on which a player gives an app access, and the form of a link for a token."""

from urllib.parse import urlencode

from playwright.sync_api import Page, expect

from tests.browsing import IN_CHROMIUM, PHONE
from tests.permissions import AUTHORIZATION
from tests.web.conftest import Visit
from tests.web.tables import called, guest, member, signed_in
from tests.web.test_apps import press

pytestmark = IN_CHROMIUM

NAME = "<b>Your-bank</b>"
WATCH_THE_BUTTON = """
new MutationObserver(() => {
  const allow = document.querySelector("button.primary.big");
  if (allow) window.appeared ??= performance.now();
  if (allow?.ariaDisabled === "false") window.works ??= performance.now();
}).observe(document, { subtree: true, childList: true, attributes: true });
"""


def consent(redirect_uri: str) -> str:
    """Return the path at which an app of this address asks."""
    return "/authorize?" + urlencode(
        {**AUTHORIZATION, "redirect_uri": redirect_uri, "client_id": NAME}
    )


def in_order(page: Page) -> list[str]:
    """Return the texts about who asks, from top to bottom."""
    return page.locator("main dl dd, main .notice").all_inner_texts()


def test_the_consent_page_shows_the_host_first_and_a_claimed_name_as_text(
    visit: Visit, shared_server: str
) -> None:
    unknown = "We cannot tell which program this is. Go on only if you started it yourself."
    until_the_guest = "You are a guest. The access ends when the guest does."
    asker = {
        "https://fish.example/done": ["fish.example"],
        "http://127.0.0.1:9/done": ["A program on this computer", unknown],
        "org.example.app:/done": ["A program on this device", unknown],
    }
    stranger = visit(viewport=PHONE)
    for address, (first, *then) in asker.items():
        stranger.open(consent(address))
        expect(stranger.page.get_by_text(NAME, exact=True)).to_be_visible()
        assert in_order(stranger.page) == [first, NAME, *then]
        expect(stranger.page.locator("main img, main b")).to_have_count(0)
        expect(stranger.page.get_by_role("button", name="Allow")).to_have_count(0)

    press(stranger.page, "Go on as a guest")

    expect(stranger.page.get_by_text(until_the_guest)).to_be_visible()
    registered = signed_in(visit, member(shared_server, "Consenting"))
    registered.open(consent("https://fish.example/done"))
    expect(registered.page.get_by_role("button", name="Allow")).to_be_visible()
    assert in_order(registered.page) == ["fish.example", NAME]


def test_refusing_is_as_easy_as_allowing_which_works_a_second_later(
    visit: Visit, shared_server: str
) -> None:
    visitor = signed_in(visit, guest(shared_server), viewport=PHONE)
    page = visitor.page
    page.add_init_script(WATCH_THE_BUTTON)
    visitor.open(consent("https://fish.example/done"))
    allow, refuse = (page.get_by_role("button", name=name) for name in ("Allow", "Refuse"))
    expect(refuse).to_have_attribute("aria-disabled", "false")
    expect(allow).to_have_attribute("aria-disabled", "false")

    assert page.evaluate("works - appeared") >= 999
    sizes = [button.bounding_box() for button in (allow, refuse)]
    assert sizes[0] and sizes[1]
    assert (sizes[0]["y"], sizes[0]["height"]) == (sizes[1]["y"], sizes[1]["height"])


def test_a_link_fills_in_the_form_of_a_token_and_never_ticks_account(
    visit: Visit, shared_server: str
) -> None:
    visitor = signed_in(visit, member(shared_server, "Linked"), viewport=PHONE)
    page = visitor.page
    visitor.open("/tokens/new?scopes=read,account,play&name=my-bot")
    expect(page.get_by_role("textbox")).to_have_value("my-bot")
    ticked = [box.is_checked() for box in page.get_by_role("checkbox").all()]
    assert ticked == [True, True, False], "read, play, account"

    press(page, "Create the token")

    field = page.get_by_label("Token", exact=True)
    expect(field).to_be_visible()
    secret = field.input_value()
    visitor.check()
    known = called(shared_server, "POST", "/tokens/test", {"tokens": [secret]})["results"][0]
    assert known["scopes"] == ["read", "play"]

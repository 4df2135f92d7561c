"""An organiser in the browser: from the account that they make on the way to the results."""

import csv
import re

from playwright.sync_api import expect

from tests.browsing import IN_CHROMIUM, PHONE
from tests.web.conftest import Visit
from tests.web.tables import PASSWORD, guest, signed_in

pytestmark = IN_CHROMIUM


def test_an_organiser_opens_directs_and_ends_a_tournament(visit: Visit, shared_server: str) -> None:
    organiser = visit(viewport=PHONE, locale="de")
    page = organiser.page
    organiser.open("/tournaments")
    page.get_by_role("link", name="Turnier eröffnen").click()
    organiser.check()
    page.get_by_role("link", name="Anmelden").last.click()
    page.get_by_label("Wähle einen Benutzernamen").fill("Organiser-One")
    page.get_by_label("Wähle ein Passwort").fill(PASSWORD)
    page.get_by_role("button", name="Konto anlegen").click()
    page.get_by_label("Name des Turniers").fill("Vereinsabend")
    page.get_by_label("2", exact=True).check()
    page.get_by_label("Mit Link").check()
    page.get_by_text("Weitere Einstellungen").click()
    organiser.check()
    page.get_by_role("button", name="Eröffnen").press("Enter")
    link = page.get_by_label("Link für Spieler", exact=True)
    expect(link).to_have_value(re.compile(r"/tournaments/[\w-]+#code=\w+$"))
    path, code = re.findall(r"(/tournaments/[\w-]+)#code=(\w+)", link.input_value())[0]

    players = [guest(shared_server) for _ in range(4)]
    for player, name in zip(players, ("=1+1", "<b>Bea", "Cem", "Dora"), strict=True):
        player.call("PATCH", "/me", {"display_name": name})
        player.post(f"{path}/join", code=code)
    rows = page.locator(".leaderboard tbody tr")
    expect(rows).to_have_count(4)
    page.get_by_role("button", name="Dora herausnehmen").click()
    organiser.check()
    page.get_by_role("dialog").get_by_role("button", name="Herausnehmen").click()
    expect(rows).to_have_count(3)
    step = page.get_by_role("region", name="Nächster Schritt")
    step.get_by_role("button", name="Jetzt beginnen").press("Enter")
    expect(step.get_by_text("0 von 3 sind da.")).to_be_visible()
    for player in players[:3]:
        player.post(f"{path}/confirm")
    expect(page.locator(".class-table")).to_have_count(1)
    organiser.check()

    resting = next(each for each in players[:3] if not each.get(path)["me"]["table"])
    rests = signed_in(visit, resting, viewport=PHONE)
    rests.expected = (403,)
    rests.open(path)
    expect(
        rests.page.get_by_text(re.compile("You rest in this round and get 0.5 points"))
    ).to_be_visible()
    rests.check()
    rests.open(f"{path}/direct")
    expect(rests.page.get_by_text("Sign in with the account that directs")).to_be_visible()

    step.get_by_role("button", name="Pausieren").press("Enter")
    step.get_by_role("button", name="Weiter").press("Enter")
    step.get_by_role("button", name="Eine Runde mehr").click()
    expect(step.get_by_text("Runde 1 von 6")).to_be_visible()
    page.get_by_role("button", name="Turnier absagen").click()
    page.get_by_role("dialog").get_by_role("button", name="Turnier absagen").click()
    expect(step.get_by_role("link", name="Turnier eröffnen")).to_be_visible()
    page.get_by_role("link", name="Ergebnisse").click()
    expect(page.get_by_role("heading", name="Ergebnisse: Vereinsabend")).to_be_visible()
    organiser.check()
    with page.expect_download() as download:
        page.get_by_role("button", name="Als CSV herunterladen").click()
    text = download.value.path().read_text("utf-8-sig")
    header, *lines = csv.reader(text.splitlines(), delimiter=";")
    assert header[:3] == ["Platz", "Spieler", "Punkte"]
    assert {line[1].split(" (")[0] for line in lines} == {"'=1+1", "<b>Bea", "Cem"}
    assert [line[2] for line in lines] == ["0,5", "0", "0"]

"""Media types in headers that Django cannot read: the request is answered like others."""

import io
import json
from typing import Any

import pytest
from django.utils.http import parse_header_parameters

from gofish_api.wsgi import application
from gofish_api.server.http import call

pytestmark = [pytest.mark.django_db]


def unreadable(*headers: str) -> list[str]:
    """Return those of these headers that this Python cannot read: newer ones read more."""

    def fails(header: str) -> bool:
        try:
            parse_header_parameters(header)
        except (LookupError, TypeError, ValueError):
            return True
        return False

    return [header for header in headers if fails(header)]


UNREADABLE = [
    *unreadable(
        "a/b; x*=foo'b'%41",
        "a/b; charset*=foo'b'%41",
        "a/b; x*=punycode'b'%ff",
        "a/b; x*=idna'b'%ff",
        "a/b; x*=a; x*0=b",
    ),
    f'a/b; x="{";" * 1000}',
]


def environ(path: str, method: str = "GET", body: bytes = b"", **headers: str) -> dict[str, Any]:
    return {
        "REQUEST_METHOD": method,
        "PATH_INFO": path,
        "SERVER_NAME": "localhost",
        "SERVER_PORT": "80",
        "CONTENT_LENGTH": str(len(body)),
        "wsgi.input": io.BytesIO(body),
        "wsgi.url_scheme": "http",
        **headers,
    }


@pytest.mark.parametrize("media_type", UNREADABLE)
def test_a_body_is_read_as_its_media_type_without_the_parameters(media_type: str) -> None:
    json_type = media_type.replace("a/b", "application/json")
    sent = environ("/api/v1/games", "POST", b"{}", CONTENT_TYPE=json_type)

    assert call(application, sent).status == 401
    assert call(application, environ("/", CONTENT_TYPE=media_type)).status == 200


@pytest.mark.parametrize("charset", ["rot13", "zlib", "idna", "punycode", "utf-16", "none"])
def test_a_query_is_utf_8_whatever_the_charset(charset: str) -> None:
    sent = environ(
        "/api/v1/rulesets",
        CONTENT_TYPE=f"text/plain; charset={charset}",
        QUERY_STRING="l%C3%BCge=1",
        HTTP_HOST="localhost",
    )

    answer = call(application, sent)

    assert answer.status == 400
    assert "lüge" in answer.body.decode()


@pytest.mark.parametrize("media_type", UNREADABLE)
def test_an_accept_that_cannot_be_read_is_not_acceptable(media_type: str) -> None:
    accepted = media_type.replace("a/b", "application/json")
    sent = environ("/api/v1/rulesets", HTTP_ACCEPT=accepted)

    answer = call(application, sent)

    assert (answer.status, json.loads(answer.body)["code"]) == (406, "not_acceptable")


@pytest.mark.parametrize("header", unreadable('name="u"; a*0=b; a*=c', "form-data; a*=b; a*0=c"))
def test_a_form_with_a_part_that_cannot_be_read_is_refused(header: str) -> None:
    login = "/admin/login/"
    page = call(application, environ(login))
    [cookie] = [value for name, value in page.headers if name == b"set-cookie"]
    part = f"--x\r\nContent-Disposition: form-data; {header}\r\n\r\nv\r\n--x--\r\n"

    sent = environ(
        login,
        "POST",
        part.encode(),
        CONTENT_TYPE="multipart/form-data; boundary=x",
        HTTP_COOKIE=cookie.decode().partition(";")[0],
    )

    assert call(application, sent).status == 400

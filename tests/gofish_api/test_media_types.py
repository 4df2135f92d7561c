"""Media types in headers that Django cannot read: the request is answered like others."""

import io
import json
import sys
from typing import Any

import pytest

from gofish_api.wsgi import application
from gofish_api.server.http import call

pytestmark = [pytest.mark.django_db]

UNREADABLE = [
    "x*=foo'b'%41",
    "charset*=foo'b'%41",
    *(["x*=punycode'b'%ff"] if sys.version_info < (3, 13) else []),  # readable from then on
    "x*=idna'b'%ff",
    "x*=a; x*0=b",
    f'x="{";" * 1000}',
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


@pytest.mark.parametrize("parameter", UNREADABLE)
def test_a_body_is_read_as_its_media_type_without_the_parameters(parameter: str) -> None:
    sent = environ("/api/v1/games", "POST", b"{}", CONTENT_TYPE=f"application/json; {parameter}")

    assert call(application, sent).status == 401
    assert call(application, environ("/", CONTENT_TYPE=f"a/b; {parameter}")).status == 200


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


@pytest.mark.parametrize("parameter", UNREADABLE)
def test_an_accept_that_cannot_be_read_is_not_acceptable(parameter: str) -> None:
    sent = environ("/api/v1/rulesets", HTTP_ACCEPT=f"application/json; {parameter}")

    answer = call(application, sent)

    assert (answer.status, json.loads(answer.body)["code"]) == (406, "not_acceptable")


@pytest.mark.parametrize("header", ['name="u"; a*0=b; a*=c', "form-data; a*=b; a*0=c"])
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

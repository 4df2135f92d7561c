#!/bin/sh
# Install a hashed lock into a virtual environment: requirements/install.sh VENV LOCK
# uv takes a fifth of the time of pip, which is used if uv cannot be installed.
set -eu
venv=$1 lock=$2
locks=$(dirname "$0")
uv=.venv/bin/uv

with_pip() {
    "$venv/bin/python" -m pip install --disable-pip-version-check --require-hashes --progress-bar on \
        --requirement "$1"
}

with_uv() {
    # uv does not read pip's settings, so pass on the mirror and the certificates that pip uses.
    certificates=${SSL_CERT_FILE:-${PIP_CERT:-}}
    test -z "$certificates" || export SSL_CERT_FILE="$certificates"
    UV_DEFAULT_INDEX=${UV_DEFAULT_INDEX:-${PIP_INDEX_URL:-}} \
        "$uv" pip install --python "$venv/bin/python" --require-hashes --requirement "$1"
}

echo "Installing $lock into $venv ..."
test -x "$venv/bin/python" || "${PYTHON:-python3}" -m venv "$venv"
if test "$venv" = .venv && ! test -x "$uv"; then
    with_pip "$locks/uv.txt" >/dev/null 2>&1 || echo 'uv cannot be installed. pip is used instead, which takes longer.'
fi
with_uv_or_pip() {
    if test -x "$uv"; then
        with_uv "$lock" && return
        echo 'uv failed. pip is used instead, which takes longer.'
    fi
    with_pip "$lock"
}

with_uv_or_pip || {
    echo "Cannot install $lock. The lines above show why. Often no package index can be reached:" >&2
    echo 'check the network, or set PIP_INDEX_URL to a mirror, and run the same command again.' >&2
    exit 1
}

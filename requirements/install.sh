#!/bin/sh
# Install a hashed lock into a virtual environment: [PYTHON=...] requirements/install.sh VENV LOCK
# An environment is made again if its Python is too old, gone, or of another version than PYTHON.
# uv takes a fifth of the time of pip, which is used if uv cannot be installed.
set -eu
venv=$1 lock=$2
locks=$(dirname "$0")
uv=.venv/bin/uv
PATH=${PATH#"$PWD/.venv/bin:"}  # `make` puts it first, and its python3 may be the old one

# Print the version of an interpreter. Fails if it does not run, or is too old.
version() {
    "$1" -c 'import sys; print("%d.%d" % sys.version_info[:2]); sys.exit(sys.version_info < (3, 11))' 2>/dev/null
}

# Print the interpreter to use: PYTHON, or that of an environment, or the first that is new enough.
interpreter() {
    for each in ${PYTHON:-"$venv/bin/python" .venv/bin/python python3.11 python3.12 python3.13 python3.14 python3}; do
        if found=$(version "$each"); then
            echo "$each"
            return
        fi
    done
    echo "Go Fish needs Python 3.11 or newer, and ${PYTHON:-python3} is ${found:-not there}. Install it, or name one:" >&2
    echo 'PYTHON=/path/to/python3.12 make ...' >&2
    return 1
}

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

test -e "$venv/bin/pip" || rm -rf "$venv"  # it was not finished, or made by another program
python=$(interpreter)
echo "Installing $lock into $venv with Python $(version "$python") ($(command -v "$python")) ..."
if test "$(version "$venv/bin/python")" != "$(version "$python")"; then
    rm -rf "$venv"
    "$python" -m venv "$venv"
fi
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

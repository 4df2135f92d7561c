#!/bin/sh
# Resolve each requirements/*.in again into a hashed lock: requirements/lock.sh UV
# A lock includes those that it builds on, and lists only what these lack.
set -eu
uv=$1

# Compile requirements/$1.in, with the versions of the locks that follow.
compile() {
    name=$1
    shift
    constraints=
    for each; do constraints="$constraints --constraint requirements/$each.txt"; done
    "$uv" pip compile --quiet --upgrade --universal --python-version 3.11 --generate-hashes --no-header \
        --no-emit-index-url $constraints --output-file "requirements/$name.txt" "requirements/$name.in"
}

# Replace in the lock $1 what the locks that follow list, with the same version and marker, by an
# inclusion of them. A package begins at the left margin.
include() {
    lock=requirements/$1.txt
    shift
    locks=
    for each; do locks="$locks requirements/$each.txt"; done
    own=$(awk -v lock="$lock" '/^[a-z0-9]/ { kept = FILENAME == lock && !($0 in seen); seen[$0] } kept' $locks "$lock")
    { printf -- '-r %s.txt\n' "$@"; printf '%s\n' "$own"; } >"$lock"
}

compile uv
compile release
compile base
compile learn base
compile data base learn
for name in local otel bench; do
    compile $name base
    include $name base
done
compile dev base local learn otel data
include dev base local learn otel data

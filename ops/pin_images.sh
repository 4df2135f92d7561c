#!/bin/sh
# Pin every image of docker-compose.yml and the Dockerfile to the current digest of its tag. Needs docker buildx.
set -eu
cd "$(dirname "$0")/.."

files="docker-compose.yml Dockerfile"
images=$(sed -nE 's/^ *(image:|FROM) +([^ @]+:[^ @]+)( .*)?$/\2/p' $files | sort -u)
for image in $images; do
  digest=$(docker buildx imagetools inspect --format '{{.Manifest.Digest}}' "$image")
  case $digest in
    sha256:*) ;;
    *) echo "$image has no digest" >&2; exit 1 ;;
  esac
  for file in $files; do
    sed -E "s|((image:\|FROM) +$image)( .*)?\$|\1@$digest\3|" "$file" >"$file.pinned"
    cat "$file.pinned" >"$file"  # keeps the file mode
    rm "$file.pinned"
  done
  echo "$image@$digest"
done

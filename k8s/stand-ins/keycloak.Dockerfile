# The folder it is built in holds an unpacked distribution of Keycloak.
FROM node:24-trixie-slim
RUN apt-get update && \
    apt-get install --yes --no-install-recommends openjdk-21-jre-headless && \
    rm -rf /var/lib/apt/lists/*
COPY --chown=1000:1000 . /opt/keycloak
USER 1000:1000
ENTRYPOINT ["/opt/keycloak/bin/kc.sh"]

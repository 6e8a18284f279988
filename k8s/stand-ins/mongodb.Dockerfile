# The embedded MongoDB engine of the local stack, served to other pods. The build context has package.json and the bundled mongo-host.js.
FROM node:24-trixie-slim
WORKDIR /app
COPY . .
RUN npm install --ignore-scripts --no-audit --no-fund
USER 1000:1000
ENTRYPOINT ["node", "mongo-host.js", "--data", "/data/db", "--host", "0.0.0.0", "--port", "27017"]

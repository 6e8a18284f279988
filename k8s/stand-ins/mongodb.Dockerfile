# The embedded MongoDB engine of the local stack, served to other pods. The folder it is built in holds package.json and tools/dist/dev.
FROM node:24-trixie-slim
WORKDIR /app
COPY . .
RUN npm install --ignore-scripts --no-audit --no-fund
USER 1000:1000
ENTRYPOINT ["node", "tools/dist/dev/mongo-host.js", "--data", "/data/db", "--host", "0.0.0.0", "--port", "27017"]

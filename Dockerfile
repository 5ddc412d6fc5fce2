# A node of `rappel hub`. Runs without root and with a read-only root file system: it writes to /vaults, /remotes, /cache, /config and /tmp alone.
FROM node:22-bookworm-slim AS build
WORKDIR /app
COPY . .
RUN npm ci && npm prune --omit=dev --ignore-scripts

FROM node:22-bookworm-slim
RUN apt-get update \
 && apt-get install -y --no-install-recommends git openssh-client ca-certificates \
 && rm -rf /var/lib/apt/lists/* \
 && mkdir /vaults /remotes /cache /config \
 && chown node:node /vaults /remotes /cache /config \
 && usermod --home /config node \
 && ln -s /app/bin/rappel.js /usr/local/bin/rappel
WORKDIR /app
COPY --from=build /app/package.json /app/LICENSE ./
COPY --from=build /app/node_modules node_modules
COPY --from=build /app/bin bin
COPY --from=build /app/dist dist
COPY --from=build /app/models models
COPY --from=build /app/examples examples
ENV NODE_ENV=production HOME=/config XDG_CACHE_HOME=/cache XDG_CONFIG_HOME=/config
USER node
WORKDIR /vaults
VOLUME ["/vaults", "/remotes", "/cache", "/config"]
EXPOSE 4747
HEALTHCHECK --interval=10s --timeout=5s --start-period=30s \
  CMD ["node", "-e", "fetch('http://127.0.0.1:4747/health').then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
ENTRYPOINT ["rappel"]
CMD ["hub", "/vaults", "--host", "0.0.0.0"]

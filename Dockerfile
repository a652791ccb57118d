# The server with the built console. Build: docker build -t guiche .
FROM node:24-slim AS manifests
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
COPY shared/package.json shared/
COPY server/package.json server/
COPY desktop/package.json desktop/
COPY patches patches

FROM manifests AS console
RUN npm ci
COPY tsconfig.base.json ./
COPY shared shared
COPY desktop desktop
RUN npm run build

FROM manifests AS packages
RUN npm ci --omit=dev --workspace=@guiche/server --workspace=@guiche/shared

FROM node:24-slim
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000 DATA_DIR=/data
WORKDIR /app
RUN install -d -o node -g node /data
COPY --from=packages /app ./
COPY shared shared
COPY server server
COPY --from=console /app/desktop/dist/console desktop/dist/console
USER node
VOLUME /data
EXPOSE 3000
HEALTHCHECK --interval=15s --timeout=5s --start-period=60s --retries=3 \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/health`).then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "server/src/main.ts"]

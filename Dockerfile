# Not built here: checked by tests/unit/container.test.ts and tests/contract/container.test.ts, which
# run every command below that can run outside a container.

FROM node:24-bookworm AS build
WORKDIR /app
# Packages before sources: they change less often.
COPY package.json package-lock.json .npmrc ./
RUN npm ci --workspaces=false --include=dev --no-audit --no-fund
COPY . .
RUN npm run build
RUN npm prune --workspaces=false --omit=dev --no-audit --no-fund

FROM node:24-bookworm-slim
ENV NODE_ENV=production
ENV APP_ENV=production
ENV HOST=0.0.0.0
ENV PORT=3000
ENV DATABASE_URL=file:/data/incasso.db
WORKDIR /app
COPY --from=build /app/package.json ./
COPY --from=build /app/node_modules ./node_modules
COPY --from=build /app/dist ./dist
RUN install --directory --owner=node --group=node --mode=0700 /data
USER node
VOLUME /data
EXPOSE 3000
HEALTHCHECK --interval=10s --timeout=3s --start-period=30s --retries=3 CMD ["node", "-e", "fetch('http://127.0.0.1:' + process.env.PORT + '/readyz').then((answer) => process.exit(answer.ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "dist/server/server.js"]

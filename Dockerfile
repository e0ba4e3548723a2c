ARG NODE_IMAGE=node:24-bookworm-slim

FROM ${NODE_IMAGE} AS build
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
RUN npm ci --include=dev --include=optional --ignore-scripts
COPY tsconfig.json tsconfig.build.json ./
COPY migrations migrations
COPY src src
# The last step finishes the embedded Postgres's folder, which nobody may write to in the image.
RUN npm run build \
 && npm prune --omit=dev --ignore-scripts \
 && chmod 755 dist/main.js \
 && node -e "import('./dist/db/embedded/binaries.js').then((embedded) => embedded.findBinaries())"

FROM ${NODE_IMAGE}
ENV NODE_ENV=production HOST=0.0.0.0 DATA_DIR=/data
WORKDIR /app
COPY --from=build /app/package.json ./
COPY --from=build /app/node_modules node_modules
COPY --from=build /app/dist dist
COPY --from=build /app/migrations migrations
COPY --from=build /app/src/demo/program.yaml /app/src/demo/coffee-codes.txt /app/src/demo/logo.webp src/demo/
COPY --from=build /app/src/http/page/embed.js /app/src/http/page/page-script.js src/http/page/
RUN ln -s /app/dist/main.js /usr/local/bin/loyaltyd \
 && install -d -o node -g node -m 700 /data
USER node
VOLUME /data
EXPOSE 3000
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=10s --timeout=5s --start-period=60s --retries=3 CMD ["loyaltyd", "healthcheck"]
ENTRYPOINT ["loyaltyd"]
CMD ["serve"]

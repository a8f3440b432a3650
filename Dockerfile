# The targets are api and site. Compose also uses certificate and nginx, whose nginx serves the files that
# site copies to a volume. All run as ordinary users and contain no build tools.

# Each image is labelled with the version in package.json and, if the build passes it as COMMIT, the output of
# `git rev-parse HEAD`.
ARG VERSION=1.0.0
ARG COMMIT=unknown

FROM node:24-trixie-slim AS manifests
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
COPY api/package.json api/
COPY contract/package.json contract/
COPY local/package.json local/
COPY letters/package.json letters/
COPY tests/package.json tests/
COPY tools/package.json tools/
COPY web/package.json web/


FROM manifests AS build-site
RUN --mount=type=cache,target=/root/.npm \
    npm ci --workspace=contract --workspace=letters --workspace=web --no-audit --no-fund
COPY tsconfig.json ./
# `npm start` builds the site from the same files (local/site/build.ts). The API's image contains contract and
# letters as well.
COPY contract contract
COPY letters letters
COPY web web
# An empty value counts as unset. The defaults are in web/content/brand.ts.
ARG BRAND_NAME BRAND_COMPANY BRAND_SUPPORT_EMAIL BRAND_PRIVACY_EMAIL BRAND_POSTAL_ADDRESS \
    BRAND_INSTAGRAM_URL BRAND_LINKEDIN_URL BRAND_PRODUCT_HUNT_URL BRAND_PRODUCT_HUNT_BADGE_URL SITE_URL REFERRALS \
    LAUNCH_URL WAITLIST
RUN npm run build --workspace=web


FROM manifests AS dependencies-api
RUN --mount=type=cache,target=/root/.npm \
    npm ci --workspace=api --workspace=letters --omit=dev --no-audit --no-fund && mkdir -p api/node_modules


FROM node:24-trixie-slim AS api
# Package managers are removed, because an intruder could install more with them.
RUN rm -rf /usr/local/lib/node_modules /opt/yarn-* \
        /usr/local/bin/npm /usr/local/bin/npx /usr/local/bin/corepack /usr/local/bin/yarn*
# This address means all IPv4 and IPv6 addresses of the container.
ENV NODE_ENV=production HOST=:: PORT=3000
# Owners who run the program mount folders from the host, which must not hide this one.
WORKDIR /usr/local/lib/waitlist
COPY --from=dependencies-api /app/node_modules node_modules
# If workspaces need different versions of a package, this folder contains the API's.
COPY --from=dependencies-api /app/api/node_modules api/node_modules
COPY package.json ./
COPY api/package.json api/
COPY migrations migrations
COPY contract contract
COPY letters letters
COPY api/src api/src
# `waitlist mcp` returns these pages.
COPY docs/*.md docs/
# The site's build also renders the worker's emails in the brand's look. The API counts visits to the pages in
# pages.json, and `doctor` lists the sample content in samples.json.
COPY --from=build-site /app/web/dist/mails.json /app/web/dist/pages.json /app/web/dist/samples.json ./
ENV MAILS_FILE=/usr/local/lib/waitlist/mails.json DATA_DIR=/var/lib/waitlist \
    PAGES_FILE=/usr/local/lib/waitlist/pages.json SAMPLES_FILE=/usr/local/lib/waitlist/samples.json
# Without a mail server, emails are written to mail/. The suppressions file is in erasures/. A new volume
# inherits its folder's owner and mode. Under Compose, owners run the program with this group, so that they
# can append to the suppressions file. New files inherit the group (mode 2770).
RUN install --directory --owner=10001 --group=10001 --mode=710 /var/lib/waitlist \
    && install --directory --owner=10001 --group=10001 --mode=700 \
        /var/lib/waitlist/mail \
    && install --directory --owner=10001 --group=10001 --mode=2770 /var/lib/waitlist/erasures
# Contains the API role's password. A new volume inherits the folder's owner and mode.
RUN install --directory --owner=10001 --group=10001 --mode=700 /run/api-secret
# Without this cache, each start would strip the types again. Node.js keeps compiled code per user: here for
# the image's user, for root, and for a host's first ordinary account, which owners usually have.
ENV NODE_COMPILE_CACHE=/usr/local/lib/waitlist/compiled
RUN mkdir --mode=777 compiled \
    && for user in 10001 1000 0; do \
        setpriv --reuid=$user --clear-groups node api/src/owner.ts help \
        && setpriv --reuid=$user --clear-groups node api/src/owner.ts mcp </dev/null; \
    done \
    && { setpriv --reuid=10001 --clear-groups node api/src/server.ts || true; } \
    && { setpriv --reuid=10001 --clear-groups node api/src/worker.ts || true; } \
    && chmod 755 compiled
# The user is a number, so that an orchestrator can see that it is not root.
USER 10001:10001
EXPOSE 3000
ARG VERSION COMMIT
LABEL org.opencontainers.image.version=$VERSION org.opencontainers.image.revision=${COMMIT:-unknown}
ENV COMMIT=${COMMIT:-unknown}
# In a small container, V8 reserves only 1 MB for new objects, which fills up before requests end. Garbage
# collection then took 14% of the API's time (docs/performance.md).
CMD ["node", "--max-semi-space-size=8", "api/src/server.ts"]


FROM debian:trixie-slim AS nginx
RUN apt-get update \
    && apt-get install --yes --no-install-recommends \
        nginx libnginx-mod-http-brotli-static \
    && rm -rf /var/lib/apt/lists/* /etc/nginx/conf.d /etc/nginx/modules-enabled \
        /etc/nginx/sites-available /etc/nginx/sites-enabled /etc/nginx/snippets \
    && install --directory --owner=10001 --group=10001 /srv/releases
COPY nginx/serve /usr/local/bin/
USER 10001:10001
EXPOSE 8080 8443
# On this signal, nginx finishes its requests and then exits.
STOPSIGNAL SIGQUIT
CMD ["serve"]
ARG VERSION COMMIT
LABEL org.opencontainers.image.version=$VERSION org.opencontainers.image.revision=${COMMIT:-unknown}


# This image can serve the site by itself. Under Compose, it only publishes its files (nginx/publish).
FROM nginx AS site
COPY nginx /etc/nginx
COPY --from=build-site /app/web/dist/nginx /etc/nginx/generated
COPY --from=build-site /app/web/dist/client /srv/site
# Fails the build if nginx rejects its settings.
RUN /etc/nginx/start.sh -t && rm -rf /tmp/*
CMD ["/etc/nginx/serve", "/etc/nginx"]
ARG VERSION COMMIT
LABEL org.opencontainers.image.version=$VERSION org.opencontainers.image.revision=${COMMIT:-unknown}


FROM debian:trixie-slim AS certificate
RUN apt-get update \
    && apt-get install --yes --no-install-recommends certbot \
    && rm -rf /var/lib/apt/lists/* \
    # New volumes inherit the owner and mode of these folders.
    && install --directory --owner=10001 --group=10001 --mode=700 /var/lib/acme /run/certificate
COPY nginx/certificate /usr/local/bin/
USER 10001:10001
CMD ["certificate"]
ARG VERSION COMMIT
LABEL org.opencontainers.image.version=$VERSION org.opencontainers.image.revision=${COMMIT:-unknown}

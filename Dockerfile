# Three stages: bundles of the browser client, the hashed lock with collected static files, the service.
FROM node:22.21.1-bookworm-slim AS client
WORKDIR /app
COPY clients/package.json clients/package-lock.json clients/
RUN cd clients && npm ci --ignore-scripts --no-audit --no-fund
COPY clients/bundle_web.mjs clients/
COPY clients/javascript/src clients/javascript/src
COPY web web
COPY examples/verify_deal.mjs examples/
RUN node clients/bundle_web.mjs

FROM python:3.11.15-slim-bookworm AS build
ENV PIP_DISABLE_PIP_VERSION_CHECK=1 PIP_NO_CACHE_DIR=1
RUN python -m venv /opt/venv
# `otel` instead of `base` adds traces.
ARG REQUIREMENTS=base
COPY requirements /tmp/requirements
RUN /opt/venv/bin/pip install --require-hashes --requirement "/tmp/requirements/$REQUIREMENTS.txt"
WORKDIR /app
COPY . .
COPY --from=client /app/bundles bundles
# Collecting static files needs settings: this throw-away key is stored in no layer.
RUN PRODUCTION=true ALLOWED_HOSTS=localhost \
    SECRET_KEY="$(python -c 'import secrets; print(secrets.token_urlsafe(50))')" \
    /opt/venv/bin/python manage.py collectstatic --noinput \
    && /opt/venv/bin/python -m compileall -q accounts api_kit games gofish_api

FROM python:3.11.15-slim-bookworm
# pg_dump for backups, as new as the server of docker-compose.yml.
RUN apt-get update && apt-get install --yes --no-install-recommends ca-certificates postgresql-common \
    && /usr/share/postgresql-common/pgdg/apt.postgresql.org.sh -y \
    && apt-get install --yes --no-install-recommends postgresql-client-18 \
    && rm -rf /var/lib/apt/lists/*
# The volumes of dumps and backups get the owner and the mode of these directories.
RUN useradd --system --uid 10001 --no-create-home --shell /usr/sbin/nologin gofish \
    && install --directory --owner=gofish /srv/dumps \
    && install --directory --owner=gofish --mode=700 /srv/backups
COPY --from=build /opt/venv /opt/venv
COPY --from=build /app /app
WORKDIR /app
ENV PATH=/opt/venv/bin:$PATH PYTHONUNBUFFERED=1 PYTHONDONTWRITEBYTECODE=1 PRODUCTION=true
USER gofish
EXPOSE 8000
HEALTHCHECK --interval=10s --timeout=5s --start-period=20s --retries=3 \
    CMD ["python", "-m", "gofish_api.observability.probe"]
CMD ["python", "manage.py", "serve", "--host=0.0.0.0", "--port=8000", "--no-referee"]

# One image for every process of Delvebook; docker-compose.yml says which command each runs.
FROM python:3.12-slim-trixie

RUN useradd --create-home --uid 10001 delvebook \
    && install --directory --owner=delvebook /var/lib/delvebook

# PostgreSQL's programs, of the major version of its container: for `delvebook backup` and `delvebook restore-drill`.
RUN apt-get update \
    && apt-get install --yes --no-install-recommends postgresql-common \
    && echo "create_main_cluster = false" >> /etc/postgresql-common/createcluster.conf \
    && apt-get install --yes --no-install-recommends postgresql-17 \
    && rm -rf /var/lib/apt/lists/*

WORKDIR /opt/delvebook
ENV PATH=/usr/lib/postgresql/17/bin:$PATH
ENV PYTHONUNBUFFERED=1 \
    PYTHONDONTWRITEBYTECODE=1 \
    DELVEBOOK_HOME=/var/lib/delvebook

# Wheels only, every one by its hash: nothing is compiled here, and no build tool is fetched.
COPY locks/image.lock locks/
RUN pip install --no-cache-dir --no-deps --require-hashes --only-binary :all: -r locks/image.lock

COPY pyproject.toml README.md LICENSE ./
COPY delvebook delvebook
COPY client client
COPY docs docs
COPY domain domain
COPY replays replays
COPY projections projections
COPY service service
COPY workers workers
RUN pip install --no-cache-dir --no-deps --no-build-isolation --no-index .

USER delvebook
WORKDIR /var/lib/delvebook
VOLUME /var/lib/delvebook
EXPOSE 8080
CMD ["delvebook", "web"]

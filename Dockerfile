# One image for every process of Delvebook; docker-compose.yml says which command each runs.
FROM python:3.12-slim

RUN useradd --create-home --uid 10001 delvebook \
    && install --directory --owner=delvebook /var/lib/delvebook

WORKDIR /opt/delvebook
ENV PYTHONUNBUFFERED=1 \
    PYTHONDONTWRITEBYTECODE=1 \
    DELVEBOOK_HOME=/var/lib/delvebook

# Wheels only, every one by its hash: nothing is compiled here, and no build tool is fetched.
COPY locks/run.lock locks/
RUN pip install --no-cache-dir --no-deps --require-hashes --only-binary :all: -r locks/run.lock

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

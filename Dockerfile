# The images that this one is made of. To make the same image again, name both by digest (docs/operations.md, "In a container").
ARG BUILD_IMAGE=golang:1.26-bookworm
ARG BASE_IMAGE=debian:bookworm-slim

# glibc, and not musl: the SQL parser recurses, and musl's threads have too small a stack for it.
FROM ${BUILD_IMAGE} AS build
WORKDIR /src
COPY go.mod go.sum ./
RUN go mod download
COPY . .
# The version that pgask version and the metrics report: docker build --build-arg VERSION=1.2.3 .
ARG VERSION=
RUN CGO_ENABLED=1 CGO_CFLAGS=-O1 go build -trimpath -gcflags=all=-dwarf=false \
    -ldflags="-s -w -X github.com/pgask/pgask/service.version=${VERSION}" -o /pgask .

FROM ${BASE_IMAGE}
# A number in USER, because Kubernetes cannot tell that a name is not root (runAsNonRoot).
RUN apt-get update \
 && apt-get install -y --no-install-recommends ca-certificates tzdata \
 && rm -rf /var/lib/apt/lists/* \
 && groupadd --system --gid 65532 pgask \
 && useradd --system --uid 65532 --gid pgask --create-home --home-dir /var/lib/pgask --shell /usr/sbin/nologin pgask
COPY --from=build /pgask /usr/local/bin/pgask
COPY LICENSE /usr/share/doc/pgask/
USER 65532:65532
WORKDIR /var/lib/pgask
# Nobody outside the container could reach the default, 127.0.0.1. What must outlive it (audit log, lessons) is in /var/lib/pgask.
ENV PGASK_LISTEN=0.0.0.0:6432 PGASK_STATE_DIR=/var/lib/pgask
EXPOSE 6432
# That it accepts connections; whether it reaches its server is for /readyz on PGASK_METRICS_LISTEN. Set the address by
# PGASK_LISTEN and not in a file, or replace this check.
HEALTHCHECK --interval=30s --timeout=3s --start-period=5s CMD ["bash", "-c", "exec 3<>/dev/tcp/127.0.0.1/${PGASK_LISTEN##*:}"]
ENTRYPOINT ["pgask", "serve"]

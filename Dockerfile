# docker build -t switchyard .
# docker run --rm --user "$(id -u):$(id -g)" -v "$PWD:/work" switchyard generate
FROM --platform=$BUILDPLATFORM golang:1.26 AS build
WORKDIR /src
COPY go.mod go.sum ./
RUN go mod download
COPY . .
ARG TARGETOS TARGETARCH
RUN mkdir -p /out/usr/bin && mkdir -m 777 /out/tmp /out/work /out/cache && \
    CGO_ENABLED=0 GOOS=$TARGETOS GOARCH=$TARGETARCH \
    go build -trimpath -buildvcs=false -ldflags="-s -w" -o /out/usr/bin/switchyard ./cmd/switchyard

FROM scratch
LABEL org.opencontainers.image.title="switchyard" org.opencontainers.image.licenses="Apache-2.0"
# LABEL org.opencontainers.image.source="https://MODULE_PATH"
COPY --from=build /etc/ssl/certs/ca-certificates.crt /etc/ssl/certs/
COPY --from=build /out /
COPY LICENSE THIRD_PARTY_NOTICES /usr/share/doc/switchyard/
# Answers of models are stored in the cache. A volume keeps them: -v switchyard:/cache
ENV XDG_CACHE_HOME=/cache
USER 1000:1000
WORKDIR /work
ENTRYPOINT ["/usr/bin/switchyard"]

#!/bin/sh
# Makes what the parts of compose.yaml know of each other: passwords, an authority of our own and certificates of the database. What is there
# stays. Run it as root where the containers run, so that each file belongs to the account that reads it:
#   sh infra/make-secrets.sh [folder]        default: infra/secrets, which git and images leave out
set -eu
umask 077
folder=${1:-$(dirname "$0")/secrets}
SERVER=1000 POSTGRES=999 PROXY=99
mkdir -p "$folder"
cd "$folder"
# Passed through by accounts that read single files below; they list nothing.
chmod 0711 .
mkdir -p keys roles providers authority postgres

password() { [ -s "$1" ] || openssl rand -hex 32 | tr -d '\n' > "$1"; }
for name in superuser replication rewind restapi; do password "authority/$name"; done

if [ ! -s authority/ca.key ]; then
  openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -days 3650 -subj '/CN=Puente database authority' \
    -addext basicConstraints=critical,CA:TRUE -addext keyUsage=critical,keyCertSign \
    -keyout authority/ca.key -out ca.crt 2>/dev/null
fi
chmod 0644 ca.crt

for node in postgres-1 postgres-2 postgres-3; do
  mkdir -p "postgres/$node"
  if [ ! -s "postgres/$node/server.key" ]; then
    openssl req -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -subj "/CN=$node" \
      -keyout "postgres/$node/server.key" -out "postgres/$node/server.csr" 2>/dev/null
    printf 'subjectAltName=DNS:%s,DNS:localhost,IP:127.0.0.1\nextendedKeyUsage=serverAuth\n' "$node" > "postgres/$node/names"
    openssl x509 -req -in "postgres/$node/server.csr" -CA ca.crt -CAkey authority/ca.key -CAcreateserial -days 825 \
      -extfile "postgres/$node/names" -out "postgres/$node/server.crt" 2>/dev/null
    rm "postgres/$node/server.csr" "postgres/$node/names"
  fi
  cp ca.crt authority/superuser authority/replication authority/rewind authority/restapi "postgres/$node/"
done

nodes=postgres-1:5432,postgres-2:5432,postgres-3:5432
[ -s superuser-database-url ] ||
  printf 'postgresql://postgres:%s@%s/postgres?sslmode=verify-full' "$(cat authority/superuser)" "$nodes" > superuser-database-url

# For a first look only: browsers trust the certificate of a public authority. Put that one here, with its key.
if [ ! -s tls.pem ]; then
  openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -days 30 -subj /CN=localhost \
    -addext subjectAltName=DNS:localhost -keyout tls.key -out tls.crt 2>/dev/null
  cat tls.crt tls.key > tls.pem && rm tls.crt tls.key
fi

if [ "$(id -u)" = 0 ]; then
  chown -R $SERVER:$SERVER keys roles providers superuser-database-url
  chown -R $POSTGRES:$POSTGRES postgres/*
  chmod 0711 postgres
  chown $PROXY:$PROXY tls.pem
else
  echo 'Not root: the files belong to you, and containers that run as other accounts cannot read them.' >&2
fi
echo "Secrets are in $folder. The key of the authority (authority/ca.key) belongs on another machine."

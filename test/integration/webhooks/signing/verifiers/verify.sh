#!/bin/sh
# Verifies webhook deliveries with the command line of OpenSSL. Reads lines of six fields, all but the timestamp in base64
# (secret, id, timestamp, body, service signature, standard signature), answers "X-Service-Signature webhook-signature".
plain() { printf %s "$1" | openssl base64 -d -A; }
hex() { od -An -v -tx1 | tr -d ' \n'; }

while IFS=' ' read -r secret id timestamp body service standard; do
  whole=$(plain "$secret" | hex)
  key=$whole
  case $(plain "$secret") in whsec_*) key=$(plain "$secret" | tail -c +7 | openssl base64 -d -A | hex) ;; esac
  signed=$( (printf %s. "$timestamp"; plain "$body") | openssl dgst -sha256 -mac HMAC -macopt "hexkey:$whole" -binary | hex)
  first=false
  [ "sha256=$signed" = "$(plain "$service")" ] && first=true
  signed=$( (plain "$id"; printf .%s. "$timestamp"; plain "$body") | openssl dgst -sha256 -mac HMAC -macopt "hexkey:$key" -binary | openssl base64 -A)
  second=false
  for each in $(plain "$standard"); do [ "v1,$signed" = "$each" ] && second=true; done
  echo "$first $second"
done

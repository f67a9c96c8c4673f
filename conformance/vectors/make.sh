#!/bin/sh
# Makes openssl.json with openssl alone, and verifies with it the vectors that other tools made. Salts are random.
#   sh conformance/vectors/make.sh > conformance/vectors/openssl.json
#   sh conformance/vectors/make.sh --verify python.json node.json
set -eu
cd "$(dirname "$0")"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

agent=0190b5a0-7c3e-7d21-9f4a-3b1c2d4e5f60
head='{"agent_id":"'$agent'","sig_version":2,"action":"feed.post.create","method":"POST","path":"/api/v1/aui/posts","timestamp_ms":1760000000000,"nonce":"q83vASNFZ4mrze8BI0VniQ"'
claims='{"sub":"'$agent'","aud":"https://colloquy.example/api/v1/aui/auth/token","iat":1760000000,"exp":1760000300,"jti":"jti-1"}'

pss='-sigopt rsa_padding_mode:pss -sigopt rsa_mgf1_md:sha256'
base64url() { openssl base64 -A | tr '+/' '-_' | tr -d '='; }
# Text without control characters, as a string of JSON.
quoted() { sed 's/\\/\\\\/g; s/"/\\"/g'; }
# shellcheck disable=SC2086
sign_pss() { openssl dgst -sha256 $pss -sigopt "rsa_pss_saltlen:$2" -sign "keys/$1.pem" -binary | base64url; }
fingerprint() { openssl pkey -pubin -in "keys/$1.pub.pem" -outform DER | openssl dgst -sha256 -r | cut -d' ' -f1; }

comma=''
next() {
  printf '%s\n' "$comma"
  comma=,
}

envelope() { # name, key, salt, payload
  message=$head',"payload":'$4'}'
  signature=$(printf %s "$message" | sign_pss "$2" "$3")
  next
  printf '    {\n      "name": "%s",\n      "key": "%s",\n      "salt": %s,\n      "verifies": true,\n' "$1" "$2" "$3"
  printf '      "body": "%s",\n' "$(printf %s "$head,\"payload\":$4,\"signature\":\"$signature\"}" | quoted)"
  printf '      "message": "%s",\n' "$(printf %s "$message" | quoted)"
  printf '      "message_base64": "%s",\n' "$(printf %s "$message" | openssl base64 -A)"
  printf '      "signature": "%s"\n    }' "$signature"
}

assertion() { # key, alg
  text=$(printf '{"alg":"%s","typ":"JWT"}' "$2" | base64url).$(printf %s "$claims" | base64url)
  if [ "$2" = PS256 ]; then
    signature=$(printf %s "$text" | sign_pss "$1" 32)
  else
    signature=$(printf %s "$text" | openssl dgst -sha256 -sign "keys/$1.pem" -binary | base64url)
  fi
  next
  printf '    {\n      "name": "%s, key of %s bits",\n      "key": "%s",\n      "alg": "%s",\n' "$2" "$1" "$1" "$2"
  printf '      "verifies": true,\n      "claims": %s,\n      "assertion": "%s.%s"\n    }' "$claims" "$text" "$signature"
}

proof() { # kind, key, statement
  next
  printf '    {\n      "name": "%s, key of %s bits",\n      "kind": "%s",\n      "key": "%s",\n' "$1" "$2" "$1" "$2"
  printf '      "verifies": true,\n      "statement": "%s",\n' "$3"
  printf '      "proof": "%s"\n    }' "$(printf %s "$3" | sign_pss "$2" 32)"
}

make() {
  printf '{\n  "made_by": "make.sh with %s",\n  "envelopes": [' "$(openssl version | cut -d' ' -f1-2)"
  for key in 2048 3072 4096; do
    for salt in 0 32 $((key / 8 - 34)); do
      envelope "letters, a salt of $salt bytes, key of $key bits" "$key" "$salt" '{"content":"Grüße, 世界 😀 </b> \\ \" \n"}'
    done
    envelope "numbers, key of $key bits" "$key" 32 '{"b":1.0,"10":1e-7,"2":-0,"big":9007199254740993,"__proto__":{"":1E+2}}'
  done
  comma=''
  printf '\n  ],\n  "assertions": ['
  for key in 2048 3072 4096; do
    assertion "$key" PS256
    assertion "$key" RS256
  done
  comma=''
  printf '\n  ],\n  "proofs": ['
  for key in 2048 3072 4096; do
    proof rotation "$key" "aui-key-rotation:v1:$agent:$(fingerprint "$key")"
    proof enrollment "$key" "aui-enroll:v1:test-ada:$(fingerprint "$key"):1760000000000"
  done
  printf '\n  ]\n}\n'
}

# One line for each vector: key, verifies, what was signed in base64, the signature.
signed() {
  awk -F'"' '
    /^ *"key":/ { key = $4 }
    /^ *"verifies":/ { verifies = /true/ ? "yes" : "no" }
    /^ *"message_base64":/ { message = $4 }
    /^ *"signature":/ { print key, verifies, message, $4 }' "$1"
}

verify() {
  count=0
  signed "$1" >"$work/vectors"
  while read -r key verifies message signature; do
    printf %s "$message" | openssl base64 -d -A >"$work/message"
    padded=$(printf %s "$signature" | tr -- '-_' '+/')
    while [ $((${#padded} % 4)) -ne 0 ]; do padded=$padded=; done
    printf %s "$padded" | openssl base64 -d -A >"$work/signature"
    holds=no
    # shellcheck disable=SC2086
    openssl dgst -sha256 $pss -sigopt rsa_pss_saltlen:auto -verify "keys/$key.pub.pem" \
      -signature "$work/signature" "$work/message" >"$work/said" 2>&1 && holds=yes
    if [ "$holds" != "$verifies" ]; then
      echo "$1: openssl says $holds of a signature that should be $verifies: $signature"
      exit 1
    fi
    count=$((count + 1))
  done <"$work/vectors"
  [ "$count" -gt 10 ] || { echo "$1: only $count vectors were read"; exit 1; }
  echo "$1: $count envelopes hold"
}

if [ "${1-}" = --verify ]; then
  shift
  for name; do verify "$name"; done
else
  make
fi

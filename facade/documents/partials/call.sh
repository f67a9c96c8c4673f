umask 077
[ -f agent.pem ] || openssl genpkey -algorithm RSA -pkeyopt rsa_keygen_bits:2048 -out agent.pem 2>/dev/null
[ -f agent.json ] || {
  pem=$(openssl pkey -in agent.pem -pubout | awk '{ printf "%s\\n", $0 }')
  curl -sS --fail-with-body -o agent.json -H 'Content-Type: application/json' "{{origin}}"/api/v1/aui/agents/enroll \
    -d '{"handle":"agent-'"$(openssl rand -hex 4)"'","name":"My name","public_key_pem":"'"$pem"'"}' || { cat agent.json; rm agent.json; exit 1; }
}
id=$(sed 's/^{"id":"\([^"]*\)".*/\1/' agent.json)
call() {
  message='{"agent_id":"'$id'","sig_version":2,"action":"quickstart","method":"'$1'","path":"'${2%%\?*}'",'
  message=$message'"timestamp_ms":'$(date +%s)'000,"nonce":"'$(openssl rand -hex 16)'","payload":'$3
  signature=$(printf '%s}' "$message" | openssl dgst -sha256 -sigopt rsa_padding_mode:pss -sigopt rsa_mgf1_md:sha256 \
    -sigopt rsa_pss_saltlen:max -sign agent.pem -binary | openssl base64 -A | tr '+/' '-_' | tr -d =)
  signed=$message',"signature":"'$signature'"}'
  case $1 in
    GET | DELETE) curl -sS -X "$1" -H "X-AUI-Signature: $signed" "{{origin}}$2" ;;
    *) curl -sS -X "$1" -H 'Content-Type: application/json' -d "$signed" "{{origin}}$2" ;;
  esac
}

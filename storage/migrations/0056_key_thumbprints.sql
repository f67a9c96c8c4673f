-- The thumbprint (RFC 7638) of an Ed25519 key: its SubjectPublicKeyInfo is 12 fixed bytes and the key.
create function key_thumbprint(spki bytea) returns text
language sql immutable strict parallel safe
return rtrim(translate(encode(sha256(convert_to(
  '{"crv":"Ed25519","kty":"OKP","x":"'
    || rtrim(translate(encode(substring(spki from 13), 'base64'), '+/', '-_'), '=') || '"}', 'UTF8')), 'base64'), '+/', '-_'), '=');

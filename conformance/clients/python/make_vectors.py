"""Writes signed envelopes as Python and Node clients make them, to be checked by the server's own tests.

    python3 conformance/clients/python/make_vectors.py > tools/admission/signed-envelope.vectors.json

Needs `cryptography`, and `node` for the Node clients. Keys are made anew and forgotten, so every run differs.
"""
import base64
import json
import platform
import subprocess
from importlib.metadata import version

from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import padding, rsa

AGENT = '0190b5a0-7c3e-7d21-9f4a-3b1c2d4e5f60'
KEYS = {bits: rsa.generate_private_key(public_exponent=65537, key_size=bits) for bits in (2048, 3072, 4096)}


def compact(value):
    return json.dumps(value, separators=(',', ':'), ensure_ascii=False)


def sign(message, bits, salt):
    scheme = padding.PSS(mgf=padding.MGF1(hashes.SHA256()), salt_length=salt)
    signature = KEYS[bits].sign(message.encode('utf-8'), scheme, hashes.SHA256())
    return base64.urlsafe_b64encode(signature).decode('ascii').rstrip('=')


def envelope(payload, **changes):
    return {'agent_id': AGENT, 'sig_version': 2, 'action': 'post.create', 'method': 'POST',
            'path': '/api/v1/aui/posts', 'timestamp_ms': 1760000000000, 'nonce': 'q83vASNFZ4mrze8BI0VniQ',
            'payload': payload, **changes}


def vector(name, signed, wire=compact, bits=2048, salt=padding.PSS.MAX_LENGTH, written=compact, verifies=True):
    """`written` makes the text that is signed, `wire` the text that is sent."""
    body = wire({**signed, 'signature': sign(written(signed), bits, salt)})
    return {'name': name, 'client': 'python', 'key': str(bits), 'body': body, 'message': compact(signed),
            'verifies': verifies}


def legacy(payload):
    signed = ('agent_id', 'action', 'timestamp_ms', 'payload')
    return {key: value for key, value in envelope(payload).items() if key in signed}


PAYLOADS = {
    'an empty payload': {},
    'keys that look like integers': {'b': 1.0, '10': 1e-07, '2': 12345678901234567890, '-1': 0, '01': 1},
    'floats': {'list': [1.0, -0.0, 0.1, 1e-07, 1e+22, 1e16, 5e-324, 1.7976931348623157e308, 123456789.125]},
    'integers that no double holds': {'list': [2**53 + 1, 2**64, -2**200, 10**40]},
    'line separators, a byte order mark and DEL': {'content': 'a\u2028b\u2029c\ufeffd\x7fe\u0085f\u00ad'},
    'emoji and other planes': {'content': '\U0001f600 \U0001f469\u200d\U0001f680 \U00010000 \U0010ffff \uffff'},
    'letters, composed and decomposed': {'\u00e9': 'stra\u00dfe', 'e\u0301': '\u65e5\u672c\u8a9e', '\u05d0': '\u0639'},
    'all controls but NUL': {'content': ''.join(map(chr, range(1, 32)))},
    'NUL': {'content': 'a\x00b', '\\u0000': '\\\\u0000'},
    'quotes, slashes and markup': {'content': '</script> & "\'`\\ \\\\ \\n \\u00e9 // <b>'},
    'names of the prototype': {'__proto__': {'admin': True}, 'constructor': {'prototype': 1}, 'toString': None, '': 0},
    'the same key at several levels': {'a': {'a': {'a': [{'a': 1}, {'a': 2}]}}, 'signature': 'x', 'payload': {}},
    'literals': {'list': [True, False, None, [], {}, [[]], '']},
}
WIRES = {
    'sent compact': compact,
    'sent indented': lambda value: json.dumps(value, indent=2),
    'sent with CRLF and tabs': lambda value: json.dumps(value, indent='\t', ensure_ascii=False).replace('\n', '\r\n'),
    'sent with other order of members': lambda value: compact(dict(reversed(value.items()))),
    'sent with escaped slashes': lambda value: compact(value).replace('/', '\\/'),
}

NODE = r"""
const { createPrivateKey, sign, constants } = require('node:crypto')
const { pem, head } = JSON.parse(require('node:fs').readFileSync(0, 'utf8'))
const payloads = {
  'keys that look like integers': { b: 1.0, 10: 1e-7, 2: 12345678901234567890, '-1': -0 },
  'numbers': { list: [1e21, 1e-7, 123456789012345680000, 0.1, 5e-324, 1.7976931348623157e308] },
  'strings': { content: 'é \u2028\u2029 😀 \u007f\u0000\u001f\b\v </script>\\ "' },
  'names of the prototype': JSON.parse('{"__proto__":{"admin":true},"constructor":1}'),
}
const key = createPrivateKey(pem)
const vectors = Object.entries(payloads).flatMap(([name, payload]) => {
  const envelope = { ...head, payload }
  const message = JSON.stringify(envelope)
  const options = { key, padding: constants.RSA_PKCS1_PSS_PADDING, saltLength: constants.RSA_PSS_SALTLEN_MAX_SIGN }
  const sent = { ...envelope, signature: sign('sha256', Buffer.from(message), options).toString('base64url') }
  return [0, 2].map(indent => ({ name: `${name}, sent with JSON.stringify, indent ${indent}`, client: 'node',
    key: '2048', body: JSON.stringify(sent, null, indent), message, verifies: true }))
})
console.log(JSON.stringify({ version: process.version, vectors }))
"""


def node_vectors():
    pem = KEYS[2048].private_bytes(serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8,
                                   serialization.NoEncryption()).decode('ascii')
    head = {key: value for key, value in envelope({}).items() if key != 'payload'}
    made = subprocess.run(['node', '-e', NODE], input=json.dumps({'pem': pem, 'head': head}), text=True,
                          capture_output=True, check=True)
    return json.loads(made.stdout)


def python_vectors():
    for place, (name, payload) in enumerate(PAYLOADS.items()):
        how = list(WIRES)[place % len(WIRES)]
        yield vector(f'{name}, {how}', envelope(payload), WIRES[how])
        yield vector(f'{name}, sent with json.dumps as it is', envelope(payload), json.dumps)
    letters = PAYLOADS['letters, composed and decomposed']
    yield vector('an id in upper case, signed as sent', envelope({}, agent_id=AGENT.upper()))
    path = '/api/v1/aui/hashtags/\u65e5\u672c/posts'
    yield vector('a path and nonce outside ASCII', envelope({}, path=path, nonce='\u00e9'))
    yield vector('version 1', legacy(letters))
    for bits in KEYS:
        longest = bits // 8 - 34
        for salt in sorted({0, 1, 20, 32, 64, 221, 222, longest}):
            yield vector(f'a salt of {salt} bytes, key of {bits} bits', envelope({}), bits=bits, salt=salt)
    yield vector('signed with non-ASCII escaped', envelope(letters), verifies=False,
                 written=lambda value: json.dumps(value, separators=(',', ':')))
    yield vector('signed with blanks', envelope(letters), verifies=False, written=json.dumps)
    yield vector('signed with sorted keys', envelope(letters), verifies=False,
                 written=lambda value: json.dumps(value, separators=(',', ':'), ensure_ascii=False, sort_keys=True))
    yield vector('signed for another path', envelope({}), verifies=False,
                 written=lambda value: compact({**value, 'path': '/api/v1/aui/ping'}))


def main():
    node = node_vectors()
    public = {str(bits): key.public_key().public_bytes(serialization.Encoding.PEM,
                                                       serialization.PublicFormat.SubjectPublicKeyInfo).decode('ascii')
              for bits, key in KEYS.items()}
    made_by = (f'conformance/clients/python/make_vectors.py with Python {platform.python_version()}, '
               f'cryptography {version("cryptography")} and Node {node["version"]}')
    vectors = [*python_vectors(), *node['vectors']]
    print(json.dumps({'made_by': made_by, 'public_keys': public, 'vectors': vectors}, indent=2))


if __name__ == '__main__':
    main()

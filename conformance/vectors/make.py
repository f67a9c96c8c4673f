"""Makes python.json, and verifies the vectors that other tools made.

    python3 conformance/vectors/make.py > conformance/vectors/python.json
    python3 conformance/vectors/make.py --verify node.json openssl.json

Needs `cryptography`. Salts are random, so every run differs.
"""
import base64
import hashlib
import hmac
import json
import platform
import sys
from importlib.metadata import version
from pathlib import Path

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import padding

HERE = Path(__file__).parent
AGENT = '0190b5a0-7c3e-7d21-9f4a-3b1c2d4e5f60'
AUDIENCE = 'https://colloquy.example/api/v1/aui/auth/token'
NOW_S = 1760000000
SHA = hashes.SHA256()
KEYS = {bits: serialization.load_pem_private_key((HERE / f'keys/{bits}.pem').read_bytes(), None)
        for bits in ('2048', '3072', '4096')}
LONGEST = padding.PSS.MAX_LENGTH


def base64url(data):
    return base64.urlsafe_b64encode(data).decode('ascii').rstrip('=')


def unbase64url(text):
    return base64.urlsafe_b64decode(text + '=' * (-len(text) % 4))


def compact(value):
    return json.dumps(value, separators=(',', ':'), ensure_ascii=False)


def pss(salt):
    return padding.PSS(mgf=padding.MGF1(SHA), salt_length=salt)


def sign(message, key='2048', salt=LONGEST, scheme=None):
    return base64url(KEYS[key].sign(message.encode('utf-8'), scheme or pss(salt), SHA))


def fingerprint(key):
    der = KEYS[key].public_key().public_bytes(serialization.Encoding.DER,
                                              serialization.PublicFormat.SubjectPublicKeyInfo)
    return hashlib.sha256(der).hexdigest()


def head(**changes):
    return {'agent_id': AGENT, 'sig_version': 2, 'action': 'feed.post.create', 'method': 'POST',
            'path': '/api/v1/aui/posts', 'timestamp_ms': NOW_S * 1000, 'nonce': 'q83vASNFZ4mrze8BI0VniQ', **changes}


def vector(name, body, message, signature, key='2048', salt=None, verifies=True):
    longest = KEYS[key].key_size // 8 - 34
    return {'name': name, 'key': key, 'salt': longest if salt in (None, LONGEST) else salt, 'verifies': verifies,
            'body': body, 'message': message,
            'message_base64': base64.b64encode(message.encode('utf-8')).decode('ascii'), 'signature': signature}


def trap(place, payload):
    """What is sent and what is signed are put together as text: no JSON library has a say."""
    key, salt = list(KEYS)[place % 3], (0, 32, LONGEST)[place // 3 % 3]
    start = compact(head())[:-1]
    message = f'{start},"payload":{payload["signed"]}}}'
    signature = sign(message, key, salt)
    body = f'{start},"payload":{payload["sent"]},"signature":"{signature}"}}'
    return vector(payload['name'], body, message, signature, key, salt)


def native(name, payload, wire, written=compact, verifies=True, **changes):
    """As a client in Python makes it: `written` is the text that is signed, `wire` the text that is sent."""
    envelope = {**head(**changes), 'payload': payload}
    signature = sign(written(envelope))
    return vector(name, wire({**envelope, 'signature': signature}), compact(envelope), signature, verifies=verifies)


NATIVE = {
    'keys that look like integers': {'b': 1.0, '10': 1e-07, '2': 12345678901234567890, '-1': 0, '01': 1},
    'floats': {'list': [1.0, -0.0, 0.1, 1e-07, 1e+22, 1e16, 5e-324, 1.7976931348623157e308, 123456789.125]},
    'integers that no double holds': {'list': [2**53 + 1, 2**64, -2**200, 10**40]},
    'all controls': {'content': ''.join(map(chr, range(0, 32)))},
    'text of all kinds': {'content': 'a\u2028b\u2029c\ufeff\x7f\u0085 \U0001f469\u200d\U0001f680 </script> & "\'`\\ \\n'},
    'names of the prototype': {'__proto__': {'admin': True}, 'constructor': {'prototype': 1}, 'toString': None, '': 0},
}
WIRES = {
    'sent compact': compact,
    'sent with json.dumps as it is': json.dumps,
    'sent indented': lambda value: json.dumps(value, indent=2),
    'sent with CRLF and tabs': lambda value: json.dumps(value, indent='\t', ensure_ascii=False).replace('\n', '\r\n'),
    'sent with other order of members': lambda value: compact(dict(reversed(value.items()))),
    'sent with escaped slashes': lambda value: compact(value).replace('/', '\\/'),
}


def envelopes():
    payloads = json.loads((HERE / 'payloads.json').read_text())
    yield from (trap(place, payload) for place, payload in enumerate(payloads))
    for name, payload in NATIVE.items():
        yield from (native(f'{name}, {how}', payload, wire) for how, wire in WIRES.items())
    yield native('members that are no part of an envelope', {}, lambda value: compact({'x': [1], **value, 'y': {}}))
    yield native('an id in upper case, signed as sent', {}, compact, agent_id=AGENT.upper())
    yield native('a path, an action and a nonce outside ASCII', {}, compact, action='grüßen', nonce='é',
                 path='/api/v1/aui/hashtags/日本/posts')
    yield native('an empty action, and a nonce of 256 characters', {}, compact, action='', nonce='😀' * 256)
    for key in KEYS:
        longest = KEYS[key].key_size // 8 - 34
        for salt in sorted({0, 1, 20, 32, 64, longest - 1, longest}):
            message = compact({**head(), 'payload': {}})
            signature = sign(message, key, salt)
            body = f'{message[:-1]},"signature":"{signature}"}}'
            yield vector(f'a salt of {salt} bytes, key of {key} bits', body, message, signature, key, salt)
    yield from wrong()


def wrong():
    letters = {'content': 'Grüße', '10': 1.0, '2': 2}
    mistakes = {
        'non-ASCII escaped': lambda value: json.dumps(value, separators=(',', ':')),
        'blanks': lambda value: json.dumps(value, ensure_ascii=False),
        'sorted keys': lambda value: json.dumps(value, separators=(',', ':'), ensure_ascii=False, sort_keys=True),
        'integers for floats': lambda value: compact(value).replace('1.0', '1'),
        'slashes escaped': lambda value: compact(value).replace('/', '\\/'),
        'another path': lambda value: compact({**value, 'path': '/api/v1/aui/ping'}),
        'another method': lambda value: compact({**value, 'method': 'PUT'}),
        'a line end behind it': lambda value: compact(value) + '\n',
    }
    for name, written in mistakes.items():
        yield native(f'signed with {name}', letters, compact, written, verifies=False)
    message = compact({**head(), 'payload': letters})
    foreign = padding.PSS(mgf=padding.MGF1(hashes.SHA1()), salt_length=20)
    for name, signature in (('with PKCS#1 v1.5', sign(message, scheme=padding.PKCS1v15())),
                            ('with MGF1 of SHA-1', sign(message, scheme=foreign)),
                            ('by another key', sign(message, '3072'))):
        body = f'{message[:-1]},"signature":"{signature}"}}'
        yield {**vector(f'signed {name}', body, message, signature, verifies=False), 'salt': None}


def jwt(name, key='2048', alg='PS256', verifies=True, salt=32, header=None, **changes):
    claims = {'sub': AGENT, 'aud': AUDIENCE, 'iat': NOW_S, 'exp': NOW_S + 300, 'jti': 'jti-1', **changes}
    claims = {claim: value for claim, value in claims.items() if value is not None}
    text = '.'.join(base64url(compact(part).encode()) for part in ({'alg': alg, 'typ': 'JWT', **(header or {})}, claims))
    if alg == 'HS256':
        pem = (HERE / f'keys/{key}.pub.pem').read_bytes()
        signature = base64url(hmac.new(pem, text.encode(), hashlib.sha256).digest())
    else:
        signature = '' if alg == 'none' else sign(text, key, scheme=pss(salt) if alg == 'PS256' else padding.PKCS1v15())
    return {'name': name, 'key': key, 'alg': alg, 'verifies': verifies, 'claims': claims, 'assertion': f'{text}.{signature}'}


def assertions():
    for key in KEYS:
        yield jwt(f'PS256, key of {key} bits', key)
        yield jwt(f'RS256, key of {key} bits', key, 'RS256')
    yield jwt('aud is a list', aud=['https://other.example', AUDIENCE])
    yield jwt('iss is the sub', iss=AGENT)
    yield jwt('issued a minute ahead', iat=NOW_S + 60, exp=NOW_S + 300)
    yield jwt('a jti of 256 characters', jti='x' * 256)
    yield jwt('sub in upper case', sub=AGENT.upper())
    yield jwt('without a signature', alg='none', verifies=False)
    yield jwt('HS256 with the public key', alg='HS256', verifies=False)
    yield jwt('with crit', header={'crit': ['exp']}, verifies=False)
    yield jwt('for another server', aud='https://other.example/api/v1/aui/auth/token', verifies=False)
    yield jwt('for the server and not its token route', aud='https://colloquy.example', verifies=False)
    yield jwt('expired', iat=NOW_S - 300, exp=NOW_S, verifies=False)
    yield jwt('that lives 301 seconds', exp=NOW_S + 301, verifies=False)
    yield jwt('issued 61 seconds ahead', iat=NOW_S + 61, exp=NOW_S + 300, verifies=False)
    yield jwt('iss is another', iss='me', verifies=False)
    yield jwt('an empty jti', jti='', verifies=False)
    yield jwt('a jti of 257 characters', jti='x' * 257, verifies=False)
    for claim in ('sub', 'aud', 'iat', 'exp', 'jti'):
        yield jwt(f'without {claim}', **{claim: None}, verifies=False)
    yield {**jwt('by another key', '3072', verifies=False), 'key': '2048'}


def proof(name, kind, key, statement, signed=None, verifies=True, salt=LONGEST):
    return {'name': name, 'kind': kind, 'key': key, 'verifies': verifies, 'statement': statement,
            'proof': sign(signed or statement, key, salt)}


def proofs():
    for key in KEYS:
        rotation = f'aui-key-rotation:v1:{AGENT}:{fingerprint(key)}'
        enrollment = f'aui-enroll:v1:test-ada:{fingerprint(key)}:{NOW_S * 1000}'
        for salt in (0, 32, LONGEST):
            size = 'the longest salt' if salt == LONGEST else f'a salt of {salt} bytes'
            yield proof(f'rotation to a key of {key} bits, {size}', 'rotation', key, rotation, salt=salt)
            yield proof(f'enrollment of a key of {key} bits, {size}', 'enrollment', key, enrollment, salt=salt)
        yield proof(f'rotation of another agent to a key of {key} bits', 'rotation', key, rotation,
                    rotation.replace(AGENT, '0190b5a0-7c3e-7d21-9f4a-3b1c2d4e5f61'), False)
        yield proof(f'enrollment of another handle with a key of {key} bits', 'enrollment', key, enrollment,
                    enrollment.replace('ada', 'bob'), False)


def make():
    made_by = f'make.py with Python {platform.python_version()}, cryptography {version("cryptography")}'
    vectors = {'made_by': made_by, 'envelopes': list(envelopes()), 'assertions': list(assertions()),
               'proofs': list(proofs())}
    print(json.dumps(vectors, indent=2))


def holds(key, signature, message, scheme=None):
    try:
        KEYS[key].public_key().verify(unbase64url(signature), message, scheme or pss(padding.PSS.AUTO), SHA)
        return True
    except InvalidSignature:
        return False


def verify(name):
    vectors = json.loads((HERE / name).read_text())
    for one in vectors['envelopes']:
        message = base64.b64decode(one['message_base64'])
        assert message.decode('utf-8') == one['message'], one['name']
        assert holds(one['key'], one['signature'], message) == one['verifies'], one['name']
        # JSON of the same meaning: what is signed says what is sent.
        sent = json.loads(one['body'])
        assert {member: sent[member] for member in json.loads(one['message'])} == json.loads(one['message']), one['name']
    for one in vectors['assertions']:
        text, _, signature = one['assertion'].rpartition('.')
        scheme = padding.PKCS1v15() if one['alg'] == 'RS256' else None
        # What is wrong with the others is what they say, not their signature.
        if one['verifies']:
            assert holds(one['key'], signature, text.encode(), scheme), one['name']
    for one in vectors['proofs']:
        assert holds(one['key'], one['proof'], one['statement'].encode()) == one['verifies'], one['name']
    print(f'{name}: {sum(len(vectors[kind]) for kind in ("envelopes", "assertions", "proofs"))} hold')


if __name__ == '__main__':
    if sys.argv[1:2] == ['--verify']:
        for each in sys.argv[2:]:
            verify(each)
    else:
        make()

import test from 'ava'
import { signEnvelope, testKey } from '../../testing/values/test-signing.ts'
import { JsonReading } from '../core/text/canonical-json.ts'
import { verifySignature } from '../keys/verify-signature.ts'
import { decodeHeaderEnvelope, type EnvelopeRefusal, parseEnvelope, pathsAgree } from './signed-envelope.ts'

const parse = (bytes: Uint8Array, method = 'POST') => parseEnvelope(new JsonReading(bytes), method)

const ID = '0190b5a0-7c3e-7d21-9f4a-3b1c2d4e5f60'
const members = {
  agent_id: `"${ID}"`,
  sig_version: '2',
  action: '"post.create"',
  method: '"POST"',
  path: '"/api/v1/aui/posts"',
  timestamp_ms: '1760000000000',
  nonce: '"n-1"',
  payload: '{"b":1.0,"10":-0}',
  signature: '"AQID_-8"',
}
const message =
  `{"agent_id":"${ID}","sig_version":2,"action":"post.create","method":"POST","path":"/api/v1/aui/posts",` +
  '"timestamp_ms":1760000000000,"nonce":"n-1","payload":{"b":1.0,"10":-0}}'

type Changes = Partial<Record<keyof typeof members | string, string | undefined>>

function write(changes: Changes = {}): Buffer {
  const entries = Object.entries({ ...members, ...changes }).filter(([, text]) => text !== undefined)
  return Buffer.from(`{${entries.map(([name, text]) => `"${name}":${text}`).join(',')}}`)
}

function read(changes: Changes = {}) {
  const parsed = parse(write(changes))
  if (!parsed.ok) throw new Error(parsed.reason)
  return parsed.envelope
}

test('reads the envelope of version 2', t => {
  const envelope = read()
  t.is(envelope.message.toString(), message)
  t.is(envelope.agent_id, ID)
  t.is(envelope.sig_version, 2)
  t.is(envelope.action, 'post.create')
  t.is(envelope.method, 'POST')
  t.is(envelope.path, '/api/v1/aui/posts')
  t.is(envelope.timestamp_ms, 1760000000000)
  t.is(envelope.nonce, 'n-1')
  t.deepEqual(envelope.signature, Buffer.from([1, 2, 3, 255, 239]))
  t.is(envelope.payload_text, '{"b":1.0,"10":-0}')
  t.deepEqual(envelope.payload, { b: 1, 10: -0 })
})

test('key_id is signed after agent_id, and its absence means the primary key', t => {
  const id = 'a1'.repeat(32)
  const envelope = read({ key_id: `"${id}"` })
  t.is(envelope.key_id, id)
  t.is(envelope.message.toString(), message.replace('"sig_version"', `"key_id":"${id}","sig_version"`))
  t.is(read().key_id, undefined)
})

for (const key_id of ['null', '""', '1', `"${'a'.repeat(63)}"`, `"${'A'.repeat(64)}"`, `"${'g'.repeat(64)}"`]) {
  test(`the key_id ${key_id} is malformed`, t => {
    t.like(parse(write({ key_id })), { ok: false, failure: 'malformed', member: 'key_id' })
  })
}

for (const sig_version of [undefined, '1']) {
  test(`reads the envelope of version 1 with sig_version ${sig_version ?? 'absent'}: no method, path or nonce`, t => {
    const envelope = read({ sig_version, method: '7', path: undefined, nonce: '""' })
    t.is(envelope.sig_version, 1)
    t.is(
      envelope.message.toString(),
      `{"agent_id":"${ID}","action":"post.create","timestamp_ms":1760000000000,"payload":{"b":1.0,"10":-0}}`,
    )
    t.is(envelope.method, undefined)
    t.is(envelope.nonce, undefined)
  })
}

test('the signed message has a fixed order and escapes, whatever the form of the envelope', t => {
  const reversed = Object.entries(members).reverse()
  const text = reversed.map(([name, value]) => `"\\u00${name.charCodeAt(0).toString(16)}${name.slice(1)}" :\n ${value}`)
  const parsed = parse(Buffer.from(`{ ${text.join(' , ')} }`))
  t.is(parsed.ok && parsed.envelope.message.toString(), message)
})

test('finds the agent in lower case, but verifies its id as received', t => {
  const envelope = read({ agent_id: `"${ID.toUpperCase()}"` })
  t.is(envelope.agent_id, ID)
  t.true(envelope.message.toString().startsWith(`{"agent_id":"${ID.toUpperCase()}",`))
})

test('unknown members are not read', t => {
  t.is(read({ extra: '[1]', __proto__x: '{}', code: 'null' }).message.toString(), message)
})

test('names of the prototype in a payload are ordinary data', t => {
  const { payload, payload_text } = read({ payload: '{"__proto__":{"admin":true},"constructor":1}' })
  t.is(payload_text, '{"__proto__":{"admin":true},"constructor":1}')
  t.deepEqual(Object.keys(payload as object), ['__proto__', 'constructor'])
  t.is(Object.getPrototypeOf(payload), Object.prototype)
  t.is((payload as { admin?: boolean }).admin, undefined)
})

test('names of the prototype cannot access the envelope', t => {
  const parsed = parse(Buffer.from(`{"__proto__":${write().toString()}}`))
  t.is(!parsed.ok && parsed.failure, 'missing')
})

const missing: [string, Changes][] = [
  ['neither agent_id nor signature', { agent_id: undefined, signature: undefined }],
  ['neither, and an unknown version', { agent_id: undefined, signature: undefined, sig_version: '9' }],
]
for (const [title, changes] of missing) {
  test(`missing: ${title}`, t => t.is((parse(write(changes)) as EnvelopeRefusal).failure, 'missing'))
}

for (const body of ['', ' \r\n', '{}', '{"content":"hello"}']) {
  test(`missing: the body ${JSON.stringify(body)}`, t => {
    t.is((parse(Buffer.from(body)) as EnvelopeRefusal).failure, 'missing')
  })
}

for (const body of [
  '[]',
  'null',
  'content=hello',
  '{"agent_id":',
  `${write()}{}`,
  `\ufeff${write()}`,
  '{"a":1,"a":2}',
]) {
  test(`malformed: the body ${JSON.stringify(body).slice(0, 40)}`, t => {
    const parsed = parse(Buffer.from(body)) as EnvelopeRefusal
    t.is(parsed.failure, 'malformed')
    t.regex(parsed.reason, /^the envelope is not usable JSON: [a-zA-Z0-9 -]+ at byte \d+$/)
  })
}

const long = (length: number) => JSON.stringify('😀'.repeat(length))
const bad: Record<string, (string | undefined)[]> = {
  agent_id: [
    undefined,
    'null',
    '7',
    '"ann"',
    '""',
    `"{${ID}}"`,
    `" ${ID}"`,
    `"${ID}\\n"`,
    '"0190b5a07c3e7d219f4a3b1c2d4e5f60"',
  ],
  signature: [
    undefined,
    'null',
    '1',
    '""',
    '"AQ=="',
    '"AQID+/8"',
    '"AQI D"',
    '"AR"',
    '"A"',
    '"AQID_-8\\n"',
    '["AQID"]',
    '"é"',
  ],
  action: [undefined, 'null', '1', long(129), '"a\\n"', '"\\u0000"', '"\\u0085"', '{}'],
  timestamp_ms: [undefined, 'null', '"1760000000000"', '1760000000000.0', '1.76e12', '1E3', '{}', 'true'],
  payload: [
    undefined,
    'null',
    '[]',
    '"{}"',
    '1',
    'true',
    '{"a":1e400}',
    '{"a":1,"a":1}',
    '{"a":"\\ud800"}',
    '{"a":01}',
  ],
  method: [undefined, 'null', '1'],
  path: [undefined, 'null', '["/"]'],
}
for (const [member, texts] of Object.entries(bad)) {
  for (const text of texts) {
    test(`malformed: ${member} ${text?.slice(0, 50) ?? 'absent'}`, t => {
      const parsed = parse(write({ [member]: text }))
      t.is(!parsed.ok && parsed.failure, 'malformed')
      if (!parsed.ok && parsed.member) t.is(parsed.member, member)
    })
  }
}

for (const sig_version of ['2.0', '"2"', '3', '0', '2e0', '-2', 'null', 'true', '"1"', '1.0', '{}', '[2]']) {
  test(`version-unsupported: sig_version ${sig_version}`, t => {
    const parsed = parse(write({ sig_version })) as EnvelopeRefusal
    t.is(parsed.failure, 'version-unsupported')
    t.is(parsed.member, 'sig_version')
  })
}

for (const nonce of [
  undefined,
  'null',
  '7',
  '""',
  '"a\\u0000"',
  '"a\\n"',
  '"\\u007f"',
  '"\\u0085"',
  long(257),
  '["a"]',
]) {
  test(`nonce-required: nonce ${nonce?.slice(0, 50) ?? 'absent'}`, t => {
    const parsed = parse(write({ nonce })) as EnvelopeRefusal
    t.is(parsed.failure, 'nonce-required')
    t.is(parsed.member, 'nonce')
  })
}

test('an action may be empty', t => {
  t.is(read({ action: '""' }).action, '')
})

test('lengths count code points', t => {
  t.is(read({ nonce: long(256), action: long(128) }).action, '😀'.repeat(128))
})

for (const [timestamp_ms, value] of [
  ['0', 0],
  ['-0', -0],
  ['-5', -5],
  ['99999999999999999999', 1e20],
] as const) {
  test(`the integer ${timestamp_ms} is a valid timestamp, though not a fresh one`, t => {
    t.is(read({ timestamp_ms }).timestamp_ms, value)
    t.true(read({ timestamp_ms }).message.toString().includes(`"timestamp_ms":${timestamp_ms},`))
  })
}

test('faults are reported in the order missing, malformed, version, nonce', t => {
  const wrong: Changes = { nonce: '""', sig_version: '3', payload: '1', agent_id: undefined, signature: undefined }
  const failures = []
  for (const member of ['signature', 'agent_id', 'payload', 'sig_version', 'nonce']) {
    failures.push((parse(write(wrong)) as EnvelopeRefusal).failure)
    delete wrong[member]
  }
  t.deepEqual(failures, ['missing', 'malformed', 'malformed', 'version-unsupported', 'nonce-required'])
  t.true(parse(write(wrong)).ok)
})

test('the payload of a GET is {}, which is checked before version and nonce', t => {
  const failureOf = (changes: Changes) => (parse(write(changes), 'GET') as EnvelopeRefusal).failure
  t.is(failureOf({ payload: '{"a":1}', sig_version: '3', nonce: '""' }), 'malformed')
  t.is(failureOf({ payload: '{ }', nonce: '""' }), 'nonce-required')
})

test('test signatures verify, in both versions', async t => {
  const { privateKey, publicKey } = testKey()
  const request = { agent_id: ID, action: 'ping', method: 'POST', path: '/p', timestamp_ms: 1, nonce: 'n', privateKey }
  for (const more of [{}, { sig_version: 1 as const }, { payload: { é: 1 } }, { payload_text: '{"2":1.0,"1":0}' }]) {
    const parsed = parse(Buffer.from(signEnvelope({ ...request, ...more })))
    if (!parsed.ok) return t.fail(parsed.reason)
    t.true(await verifySignature(publicKey, parsed.envelope.message, parsed.envelope.signature))
  }
})

test('a header contains UTF-8 bytes, or else latin-1', t => {
  t.is(Buffer.from(decodeHeaderEnvelope('{"a":"\xc3\xa9"}')).toString(), '{"a":"é"}')
  t.is(Buffer.from(decodeHeaderEnvelope('{"a":"\xe9"}')).toString(), '{"a":"é"}')
  t.is(Buffer.from(decodeHeaderEnvelope('{"a":"\xc3\xa9\xe9"}')).toString(), '{"a":"Ã©é"}')
})

const agreeing: [string, string][] = [
  ['/api/v1/aui/posts', '/api/v1/aui/posts'],
  ['/a%2fb', '/a%2Fb'],
  ['/%7eann/%41-%5f', '/~ann/A-_'],
  ['/hashtags/日本', '/hashtags/%e6%97%a5%E6%9C%AC'],
  ['/hashtags/é', '/hashtags/\xc3\xa9'],
  ['/hashtags/%C3%A9', '/hashtags/\xc3\xa9'],
  ['/a%zz%', '/a%zz%'],
]
const disagreeing: [string, string][] = [
  ['/posts', '/posts/'],
  ['/posts', '/Posts'],
  ['/a/../b', '/b'],
  ['/./a', '/a'],
  ['/a//b', '/a/b'],
  ['/a%2Fb', '/a/b'],
  ['/a%2541', '/a%41'],
  ['/a%2541', '/aA'],
  ['/a%20b', '/a b'],
  ['/a?x=1', '/a'],
  ['/e\u0301', '/%C3%A9'],
  ['/\xc3\xa9', '/\xc3\xa9'],
  ['', '/'],
]
for (const [signed, requested] of agreeing) {
  test(`the signed path ${signed} is ${JSON.stringify(requested)}`, t => t.true(pathsAgree(signed, requested)))
}
for (const [signed, requested] of disagreeing) {
  test(`the signed path ${signed} is not ${JSON.stringify(requested)}`, t => t.false(pathsAgree(signed, requested)))
}

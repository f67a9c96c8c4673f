// Makes node.json, and verifies the vectors that other tools made. Salts are random, so every run differs.
//   node conformance/vectors/make.mjs > conformance/vectors/node.json
//   node conformance/vectors/make.mjs --verify python.json openssl.json
import { constants, createHash, createPrivateKey, createPublicKey, sign, verify } from 'node:crypto'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { isDeepStrictEqual } from 'node:util'

const AGENT = '0190b5a0-7c3e-7d21-9f4a-3b1c2d4e5f60'
const AUDIENCE = 'https://colloquy.example/api/v1/aui/auth/token'
const NOW_S = 1_760_000_000
const SIZES = ['2048', '3072', '4096']
const PSS = constants.RSA_PKCS1_PSS_PADDING

const here = name => path.join(import.meta.dirname, name)
const json = name => JSON.parse(readFileSync(here(name), 'utf8'))
const keys = new Map(SIZES.map(size => [size, createPrivateKey(readFileSync(here(`keys/${size}.pem`)))]))
const longestOf = size => Number(size) / 8 - 34

const signPss = (text, size, saltLength) =>
  sign('sha256', Buffer.from(text), { key: keys.get(size), padding: PSS, saltLength }).toString('base64url')

const fingerprint = size =>
  createHash('sha256')
    .update(createPublicKey(keys.get(size)).export({ type: 'spki', format: 'der' }))
    .digest('hex')

const head = {
  agent_id: AGENT,
  sig_version: 2,
  action: 'feed.post.create',
  method: 'POST',
  path: '/api/v1/aui/posts',
  timestamp_ms: NOW_S * 1000,
  nonce: 'q83vASNFZ4mrze8BI0VniQ',
}

const vector = ({ name, key = '2048', salt = longestOf(key), verifies = true, message, signed = message, send }) => {
  const signature = signPss(signed, key, salt)
  const message_base64 = Buffer.from(message).toString('base64')
  return { name, key, salt, verifies, body: send(signature), message, message_base64, signature }
}

/** What is sent and what is signed are put together as text. */
function trap({ name, sent, signed }, place) {
  const key = SIZES[place % 3]
  const salt = [0, 32, longestOf(key)][Math.floor(place / 3) % 3]
  const start = JSON.stringify(head).slice(0, -1)
  const send = signature => `{"signature":"${signature}","payload":${sent},${start.slice(1)}}`
  return vector({ name, key, salt, message: `${start},"payload":${signed}}`, send })
}

/** As a client in JavaScript makes it. */
function native(name, payload, { indent, ...changes } = {}) {
  const message = JSON.stringify({ ...head, payload })
  const send = signature => JSON.stringify({ ...head, payload, signature }, null, indent)
  return vector({ name, message, send, ...changes })
}

const payloads = {
  'keys that look like integers': { b: 1.0, 10: 1e-7, 2: 12345678901234567000, '-1': -0 },
  numbers: { list: [1e21, 1e-7, 123456789012345680000, 0.1, 5e-324, 1.7976931348623157e308, 2 ** 53] },
  strings: { content: 'é \u2028\u2029 😀 \u007f\u0000\u001f\b\v </script>\\ "' },
  'names of the prototype': JSON.parse('{"__proto__":{"admin":true},"constructor":1}'),
  'what JavaScript leaves out': { kept: null, gone: undefined, list: [undefined, Number.NaN], at: new Date(0) },
}

function* envelopes() {
  yield* json('payloads.json').map(trap)
  for (const [name, payload] of Object.entries(payloads)) {
    for (const indent of [0, 2])
      yield native(`${name}, sent with JSON.stringify, indent ${indent}`, payload, { indent })
  }
  for (const key of SIZES) {
    for (const salt of [0, 32, longestOf(key)]) {
      yield native(`a salt of ${salt} bytes, key of ${key} bits`, {}, { key, salt })
    }
  }
  const letters = { content: 'Grüße' }
  const reversed = JSON.stringify({ payload: letters, ...head })
  yield native('signed with the payload in front', letters, { signed: reversed, verifies: false })
  yield native('signed as UTF-16', letters, {
    signed: Buffer.from(JSON.stringify(letters), 'utf16le'),
    verifies: false,
  })
  yield native('signed over the payload alone', letters, { signed: JSON.stringify(letters), verifies: false })
}

function* assertions() {
  for (const key of SIZES) {
    for (const [alg, padding, salt] of [
      ['PS256', PSS, 32],
      ['PS256', PSS, 0],
      ['RS256', constants.RSA_PKCS1_PADDING, undefined],
    ]) {
      const claims = { sub: AGENT, aud: AUDIENCE, iat: NOW_S, exp: NOW_S + 300, jti: `jti-${key}` }
      const text = [{ alg, typ: 'JWT' }, claims].map(part => Buffer.from(JSON.stringify(part)).toString('base64url'))
      const options = { key: keys.get(key), padding, ...(salt === undefined ? {} : { saltLength: salt }) }
      const signature = sign('sha256', Buffer.from(text.join('.')), options).toString('base64url')
      const size = salt === undefined ? '' : `, a salt of ${salt} bytes`
      const name = `${alg}, key of ${key} bits${size}`
      // Of PS256 the salt is as long as the digest (RFC 7518 3.5).
      yield { name, key, alg, verifies: salt !== 0, claims, assertion: `${text.join('.')}.${signature}` }
    }
  }
}

function* proofs() {
  for (const key of SIZES) {
    const statements = {
      rotation: `aui-key-rotation:v1:${AGENT}:${fingerprint(key)}`,
      enrollment: `aui-enroll:v1:test-ada:${fingerprint(key)}:${NOW_S * 1000}`,
    }
    for (const [kind, statement] of Object.entries(statements)) {
      const proof = signPss(statement, key, longestOf(key))
      yield { name: `${kind}, key of ${key} bits`, kind, key, verifies: true, statement, proof }
      const other = signPss(statement.toUpperCase(), key, longestOf(key))
      yield { name: `${kind} in capitals, key of ${key} bits`, kind, key, verifies: false, statement, proof: other }
    }
  }
}

const asAscii = text =>
  text.replace(/[\u007f-\uffff]/g, unit => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)

const holds = (key, text, signature, padding = PSS, saltLength = constants.RSA_PSS_SALTLEN_AUTO) => {
  const salt = padding === PSS ? { saltLength } : {}
  return verify('sha256', text, { key: createPublicKey(keys.get(key)), padding, ...salt }, signature)
}

const bytes = text => Buffer.from(text, 'base64url')

function* faultsOf({ envelopes, assertions, proofs }) {
  for (const { name, key, body, message, message_base64, signature, verifies } of envelopes) {
    const signed = Buffer.from(message_base64, 'base64')
    if (signed.toString() !== message) yield `${name}: message and message_base64 differ`
    if (holds(key, signed, bytes(signature)) !== verifies) yield `${name}: verifies is wrong`
    const [sent, said] = [JSON.parse(body), JSON.parse(message)]
    if (sent.signature !== signature) yield `${name}: another signature is sent`
    for (const member of Object.keys(said)) {
      if (!isDeepStrictEqual(sent[member], said[member])) yield `${name}: ${member} is sent otherwise than signed`
    }
  }
  for (const { name, key, alg, assertion, verifies } of assertions.filter(one => one.verifies)) {
    const end = assertion.lastIndexOf('.')
    const padding = alg === 'RS256' ? constants.RSA_PKCS1_PADDING : PSS
    const text = Buffer.from(assertion.slice(0, end))
    if (holds(key, text, bytes(assertion.slice(end + 1)), padding, 32) !== verifies) yield `${name}: verifies is wrong`
  }
  for (const { name, key, statement, proof, verifies } of proofs) {
    if (holds(key, Buffer.from(statement), bytes(proof)) !== verifies) yield `${name}: verifies is wrong`
  }
}

const [mode, ...names] = process.argv.slice(2)
if (mode === '--verify') {
  for (const name of names) {
    const faults = [...faultsOf(json(name))]
    console.log(faults.length === 0 ? `${name}: all hold` : faults.join('\n'))
    if (faults.length > 0) process.exitCode = 1
  }
} else {
  const made = { envelopes: [...envelopes()], assertions: [...assertions()], proofs: [...proofs()] }
  console.log(asAscii(JSON.stringify({ made_by: `make.mjs with Node ${process.version}`, ...made }, null, 2)))
}

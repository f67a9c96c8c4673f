import { createHash, createPublicKey, generateKeyPairSync, verify } from 'node:crypto'
import test from 'ava'
import { signText, testKey } from '../../testing/values/test-signing.ts'
import { importPkcs1, type PublicKeyRefusal, readPublicKey } from './public-key.ts'

const { publicKey, privateKey, pem } = testKey()
const spki = publicKey.export({ format: 'der', type: 'spki' })
const body = spki.toString('base64')

function block(text: string): string {
  return `-----BEGIN PUBLIC KEY-----\n${text}\n-----END PUBLIC KEY-----\n`
}

/** The PEM of a key with this modulus and exponent; it has no private half. */
function invent(bits: number, exponent: bigint, { isEven = false } = {}): string {
  const modulus = Buffer.alloc(Math.ceil(bits / 8), 0xc5)
  modulus[0] = 0xff >> ((8 - (bits % 8)) % 8)
  if (isEven) modulus[modulus.length - 1] = 0xc4
  const hex = exponent.toString(16)
  const e = Buffer.from(hex.length % 2 ? `0${hex}` : hex, 'hex').toString('base64url')
  const key = createPublicKey({ key: { kty: 'RSA', n: modulus.toString('base64url'), e }, format: 'jwk' })
  return key.export({ format: 'pem', type: 'spki' }).toString()
}

function wrap(content: Buffer): Buffer {
  return Buffer.concat([Buffer.from([0x30, 0x82, content.length >> 8, content.length & 0xff]), content])
}

test('reads a key, its fingerprint and its forms', t => {
  const read = readPublicKey(pem)
  if (!read.ok) return t.fail(read.reason)
  t.is(read.bits, 2048)
  t.is(read.pem, pem)
  t.is(read.fingerprint, createHash('sha256').update(spki).digest('hex'))
  t.true(read.key.equals(publicKey))
  t.true(importPkcs1(read.pkcs1).equals(publicKey))
  t.is(read.identity.length, 32)
  t.true(
    verify(
      'sha256',
      Buffer.from('x'),
      { key: importPkcs1(read.pkcs1), padding: 6 },
      Buffer.from(signText(privateKey, 'x'), 'base64url'),
    ),
  )
})

const spellings = {
  CRLF: pem.replaceAll('\n', '\r\n'),
  'no line breaks': block(body),
  'no line breaks at all': block(body).replaceAll('\n', ''),
  'blanks for line breaks': pem.replaceAll('\n', ' '),
  'lines of other lengths': block(body.replace(/.{20}/g, '$& \t\n')),
  'white space around': `\n\t ${pem}\r\n\n `,
}
for (const [title, text] of Object.entries(spellings)) {
  test(`is the same key with ${title}`, t => {
    const [one, other] = [readPublicKey(pem), readPublicKey(text)]
    if (!one.ok || !other.ok) return t.fail()
    t.deepEqual(other.identity, one.identity)
    t.is(other.pem, one.pem)
    t.is(other.fingerprint, one.fingerprint)
  })
}

test('another key has another fingerprint', t => {
  const reads = [pem, testKey(1).pem, invent(2048, 3n), invent(2048, 65537n)].map(readPublicKey)
  t.is(new Set(reads.map(read => read.ok && read.identity.toString('hex'))).size, 4)
})

for (const [bits, exponent] of [
  [2048, 3n],
  [2049, 65537n],
  [3072, 17n],
  [4096, 2n ** 32n - 1n],
  [8192, 65537n],
] as const) {
  test(`accepts ${bits} bits with the exponent ${exponent}`, t => {
    const read = readPublicKey(invent(bits, exponent))
    t.is(read.ok && read.bits, bits)
  })
}

for (const bits of [512, 1024, 2047]) {
  test(`${bits} bits are too small`, t => {
    t.like(readPublicKey(invent(bits, 65537n)), { ok: false, failure: 'too-small' })
  })
}

const pkcs8 = privateKey.export({ format: 'pem', type: 'pkcs8' }).toString()
const privateForms = {
  'PKCS#8': pkcs8,
  'PKCS#1': privateKey.export({ format: 'pem', type: 'pkcs1' }).toString(),
  'encrypted PKCS#8': privateKey
    .export({ format: 'pem', type: 'pkcs8', cipher: 'aes-256-cbc', passphrase: 'x' })
    .toString(),
  OpenSSH: '-----BEGIN OPENSSH PRIVATE KEY-----\nb3BlbnNzaA==\n-----END OPENSSH PRIVATE KEY-----\n',
  'after a public key': pem + pkcs8,
  'very long': `${pkcs8}${' '.repeat(1_000_000)}`,
}
for (const [title, text] of Object.entries(privateForms)) {
  test(`refuses a private key, ${title}, with the warning never to send one`, t => {
    const read = readPublicKey(text) as PublicKeyRefusal
    t.is(read.failure, 'invalid')
    t.regex(read.hint ?? '', /never send a private key/)
  })
}

const pssKey = generateKeyPairSync('rsa-pss', { modulusLength: 2048, hashAlgorithm: 'sha1', mgf1HashAlgorithm: 'sha1' })
const otherTypes = {
  'id-RSASSA-PSS': pssKey.publicKey,
  Ed25519: generateKeyPairSync('ed25519').publicKey,
  'P-256': generateKeyPairSync('ec', { namedCurve: 'P-256' }).publicKey,
}
const pkcs1 = publicKey.export({ format: 'der', type: 'pkcs1' })
const bits = Buffer.concat([Buffer.from([0x03, 0x82, (pkcs1.length + 1) >> 8, (pkcs1.length + 1) & 0xff, 0]), pkcs1])
const withoutParameters = wrap(Buffer.concat([Buffer.from('300b06092a864886f70d010101', 'hex'), bits]))
const refused: Record<string, string> = {
  nothing: '',
  'white space': ' \n ',
  'an empty block': block(''),
  'base64 alone': body,
  'another text': 'hello',
  'text before': `my key:\n${pem}`,
  'text after': `${pem}thanks`,
  'a header inside': block(`Proc-Type: 4\n\n${body}`),
  'two blocks': pem + pem,
  'a block in a block': block(pem),
  'a PKCS#1 block': publicKey.export({ format: 'pem', type: 'pkcs1' }).toString(),
  'a certificate': `-----BEGIN CERTIFICATE-----\n${body}\n-----END CERTIFICATE-----\n`,
  'PKCS#1 in a block of another name': block(pkcs1.toString('base64')),
  'a private key in a block of another name': block(
    privateKey.export({ format: 'der', type: 'pkcs8' }).toString('base64'),
  ),
  'a private PKCS#1 key in a block of another name': block(
    privateKey.export({ format: 'der', type: 'pkcs1' }).toString('base64'),
  ),
  'escaped line breaks': pem.replaceAll('\n', '\\n'),
  base64url: block(spki.toString('base64').replaceAll('+', '-').replaceAll('/', '_')),
  'base64 with padding in the middle': block(`${body.slice(0, 40)}=${body.slice(40)}`),
  'base64 with padding too much': block(`${body}=`),
  'base64 cut short': block(body.slice(0, -4)),
  'bytes after the key': block(Buffer.concat([spki, Buffer.from([0])]).toString('base64')),
  'parameters left out': block(withoutParameters.toString('base64')),
  'no DER': block(Buffer.alloc(300, 1).toString('base64')),
  'lower case': pem.toLowerCase(),
  'the exponent 1': invent(2048, 1n),
  'the exponent 2': invent(2048, 2n),
  'an even exponent': invent(2048, 65536n),
  'the exponent 2^32+1': invent(2048, 2n ** 32n + 1n),
  'an exponent of 1,000 bits': invent(2048, 2n ** 1000n + 1n),
  'an even modulus': invent(2048, 65537n, { isEven: true }),
  '8193 bits': invent(8193, 65537n),
  '16384 bits': invent(16384, 65537n),
  '8,193 characters': pem + ' '.repeat(8193 - pem.length),
  'a megabyte of base64': block('A'.repeat(1_000_000)),
  'a megabyte of white space': `-----BEGIN PUBLIC KEY-----${' '.repeat(1_000_000)}`,
  ...Object.fromEntries(
    Object.entries(otherTypes).map(([type, key]) => [type, key.export({ format: 'pem', type: 'spki' }).toString()]),
  ),
}
for (const [title, text] of Object.entries(refused)) {
  test(`refuses ${title}`, t => t.like(readPublicKey(text), { ok: false, failure: 'invalid' }))
}

test('a refusal does not repeat the input', t => {
  for (const text of [...Object.values(refused), ...Object.values(privateForms)]) {
    const sent = text.match(/[A-Za-z0-9+/]{20,}/)?.[0] ?? 'thanks'
    t.false(JSON.stringify(readPublicKey(text)).includes(sent))
  }
})

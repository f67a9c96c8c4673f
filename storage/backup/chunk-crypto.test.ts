import { generateKeyPairSync } from 'node:crypto'
import { Readable } from 'node:stream'
import test from 'ava'
import { fc } from '../../testing/values/property.ts'
import { BackupRefused } from './backup-refused.ts'
import { decryptChunks, encryptChunks } from './chunk-crypto.ts'
import { readOpener, readRecipient } from './recipient.ts'

const pair = () => generateKeyPairSync('x25519')
const [reader, stranger] = [pair(), pair()]

const streamOf = (bytes: Buffer, size = 60_000) =>
  Readable.from(
    Array.from({ length: Math.ceil(bytes.length / size) }, (_, n) => bytes.subarray(n * size, (n + 1) * size)),
  )

async function collect(stream: AsyncIterable<Buffer>): Promise<Buffer> {
  const parts: Buffer[] = []
  for await (const part of stream) parts.push(part)
  return Buffer.concat(parts)
}

const WAYS = [undefined, reader.publicKey]
const content = Buffer.from(Array.from({ length: 600_000 }, (_, n) => (n * 7919) >> 3))
const read = (file: Buffer) => collect(decryptChunks(streamOf(file), () => reader.privateKey))

test('what was sealed is opened, whatever its size, plain and encrypted', async t => {
  for (const way of WAYS) {
    for (const size of [0, 1, 256 * 1024, 256 * 1024 + 1, content.length]) {
      const text = content.subarray(0, size)
      t.deepEqual(await read(await collect(encryptChunks(streamOf(text, 1000 + size), way))), text)
    }
  }
})

test('a truncated file is refused, and one with additional bytes', async t => {
  for (const way of WAYS) {
    const file = await collect(encryptChunks(streamOf(content), way))
    await fc.assert(
      fc.asyncProperty(fc.nat(file.length - 1), async end => {
        await t.throwsAsync(read(file.subarray(0, end)), { instanceOf: BackupRefused })
      }),
      { numRuns: 15 },
    )
    await t.throwsAsync(read(Buffer.concat([file, Buffer.of(0)])), { message: /continues after its end/ })
    await t.throwsAsync(read(Buffer.concat([file, file])), { message: /continues after its end/ })
  }
})

test('a file with any byte changed is refused', async t => {
  for (const way of WAYS) {
    const file = await collect(encryptChunks(streamOf(content), way))
    const places = fc.oneof(fc.nat(file.length - 1), fc.nat(600))
    await fc.assert(
      fc.asyncProperty(places, fc.integer({ min: 1, max: 255 }), async (index, change) => {
        const changed = Buffer.from(file)
        changed[index] = changed[index]! ^ change
        await t.throwsAsync(read(changed), { instanceOf: BackupRefused })
      }),
      { numRuns: 30 },
    )
  }
})

test('chunks in another order, or a missing end, are refused', async t => {
  const [head, first, second] = [512, 512 + 5 + 16 + 262_144, 512 + 2 * (5 + 16 + 262_144)]
  const file = await collect(encryptChunks(streamOf(content), reader.publicKey))
  const parts = [
    file.subarray(0, head),
    file.subarray(head, first),
    file.subarray(first, second),
    file.subarray(second),
  ]
  const order = (...places: number[]) => Buffer.concat(places.map(index => parts[index]!))
  t.deepEqual(await read(order(0, 1, 2, 3)), content)
  for (const places of [
    [0, 2, 1, 3],
    [0, 1, 3],
    [0, 1, 1, 2, 3],
    [0, 3],
  ]) {
    await t.throwsAsync(read(order(...places)), { message: /was altered/ })
  }
  const ended = order(0, 1)
  ended[head + 4] = 1
  await t.throwsAsync(read(ended), { message: /was altered/ })
})

test('only its recipient can open an encrypted file, which reveals nothing, and no two are alike', async t => {
  const text = Buffer.alloc(5_000, 'a word that is said again and again ')
  const [one, other] = [
    await collect(encryptChunks(streamOf(text), reader.publicKey)),
    await collect(encryptChunks(streamOf(text), reader.publicKey)),
  ]
  t.false(one.includes('again'))
  t.false(one.subarray(512).equals(other.subarray(512)))
  await t.throwsAsync(collect(decryptChunks(streamOf(one), () => stranger.privateKey)), {
    message: /encrypted to another key/,
  })
  await t.throwsAsync(collect(decryptChunks(streamOf(one), () => undefined)), {
    message: /pass its private key as --key @FILE/,
  })
})

test('a key is X25519 in PEM, public to write and private to read', t => {
  const pemOf = ({ publicKey, privateKey }: ReturnType<typeof pair>) => [
    publicKey.export({ type: 'spki', format: 'pem' }) as string,
    privateKey.export({ type: 'pkcs8', format: 'pem' }) as string,
  ]
  const [publicPem, privatePem] = pemOf(reader) as [string, string]
  t.true(readRecipient(publicPem).equals(reader.publicKey))
  t.true(readOpener(privatePem).equals(reader.privateKey))
  const [ed25519] = pemOf(generateKeyPairSync('ed25519')) as [string, string]
  for (const pem of [privatePem, ed25519, '', 'age1x', 'ssh-ed25519 AAAA']) {
    t.throws(() => readRecipient(pem), {
      message: /^the key is not a public X25519 key in PEM; create a private key with openssl genpkey/,
    })
  }
  t.throws(() => readOpener(publicPem), { message: /^the key is not a private X25519 key in PEM/ })
})

import type { KeyObject } from 'node:crypto'
import { BackupRefused } from './backup-refused.ts'
import { createCiphers, createDigests } from './chunk-ciphers.ts'
import { type Addressed, addressTo, findFileKey } from './recipient.ts'
import { createStreamReader, inChunksOf, type StreamReader } from './stream-reader.ts'

const CHUNK_BYTES = 256 * 1024
const MAX_ENCRYPTED = CHUNK_BYTES + 64
const HEAD_BYTES = 512
const MAGIC = 'colloquy-backup 1 '
const FRAME_BYTES = 5

/**
 * The format of a file: a header line that names the recipient, if it is encrypted, then encrypted chunks, each with
 * its length and whether it is the last.
 */
export async function* encryptChunks(content: AsyncIterable<Buffer>, recipient?: KeyObject): AsyncGenerator<Buffer> {
  const { key, addressed } = recipient ? addressTo(recipient) : {}
  const head = headOf(addressed)
  yield head
  const seals = key ? createCiphers(head, key) : createDigests(head)
  for await (const { piece, isLast } of inChunksOf(CHUNK_BYTES, content)) {
    const chunk = seals.seal(piece, isLast)
    const frame = Buffer.alloc(FRAME_BYTES)
    frame.writeUInt32BE(chunk.length)
    frame[4] = Number(isLast)
    yield Buffer.concat([frame, chunk])
  }
}

const headOf = (addressed: Addressed | undefined): Buffer =>
  Buffer.from(`${(MAGIC + JSON.stringify({ compressed: 'gzip', addressed })).padEnd(HEAD_BYTES - 1)}\n`)

/**
 * Decrypts a file; throws `BackupRefused` at the first altered chunk, and if the file is truncated or continues after
 * its end.
 */
export async function* decryptChunks(
  file: AsyncIterable<Buffer>,
  findKey: () => KeyObject | undefined,
): AsyncGenerator<Buffer> {
  const pieces = createStreamReader(file)
  const { head, addressed } = await readHead(pieces)
  const seals = addressed ? createCiphers(head, findFileKey(requireKey(findKey()), addressed)) : createDigests(head)
  for (let isLast = false; !isLast; ) {
    const frame = await pieces.take(FRAME_BYTES)
    const length = frame.readUInt32BE()
    if (length > MAX_ENCRYPTED || frame[4]! > 1) throw new BackupRefused('the file was altered: use another copy of it')
    isLast = frame[4] === 1
    yield seals.open(await pieces.take(length), isLast)
  }
  if (!(await pieces.isAtEnd())) throw new BackupRefused('the file continues after its end: use another copy of it')
}

async function readHead(pieces: StreamReader): Promise<{ head: Buffer; addressed: Addressed | undefined }> {
  const head = await pieces.take(HEAD_BYTES)
  const line = head.toString()
  if (!line.startsWith(MAGIC)) throw new BackupRefused('the file is not a backup that this version supports')
  try {
    const { addressed } = JSON.parse(line.slice(MAGIC.length))
    return { head, addressed }
  } catch (cause) {
    throw new BackupRefused('the file was altered: use another copy of it', { cause })
  }
}

function requireKey(key: KeyObject | undefined): KeyObject {
  if (key) return key
  throw new BackupRefused('the file is encrypted: pass its private key as --key @FILE')
}

import { createHash, type KeyObject } from 'node:crypto'
import { createReadStream, existsSync } from 'node:fs'
import { open, rename, rm } from 'node:fs/promises'
import path from 'node:path'
import { Readable } from 'node:stream'
import { createGunzip, createGzip } from 'node:zlib'
import { BackupRefused } from './backup-refused.ts'
import { withChecksum } from './checksums.ts'
import { decryptChunks, encryptChunks } from './chunk-crypto.ts'
import { type BackupRecord, type Contents, decodeRecords, encodeRecords, type Totals } from './records.ts'

/** gzip level: fast rather than small, because the rows are read in one transaction. */
const LEVEL = 4
const PART_BYTES = 256 * 1024

export interface WrittenBackup extends Totals {
  bytes: number
  /** The SHA-256 of the file, as from `sha256sum`. */
  sha256: string
  contents: Contents
}

/** Writes records to a new file, which appears only when all of it is on the disk. */
export async function writeBackupFile(
  file: string,
  records: AsyncIterable<BackupRecord>,
  recipient?: KeyObject,
): Promise<WrittenBackup> {
  if (existsSync(file)) throw new BackupRefused(`${file} already exists: use another file name`)
  const part = `${file}.part`
  try {
    const written = await write(part, records, recipient)
    await rename(part, file)
    await syncFolder(path.dirname(file))
    return written
  } catch (error) {
    await rm(part, { force: true })
    throw error
  }
}

async function write(
  part: string,
  records: AsyncIterable<BackupRecord>,
  recipient?: KeyObject,
): Promise<WrittenBackup> {
  const summary: Partial<Pick<WrittenBackup, 'contents'> & { totals: Totals }> = {}
  async function* observed(): AsyncGenerator<BackupRecord> {
    for await (const record of records) {
      if (record.kind === 'contents') summary.contents = record.contents
      if (record.kind === 'end') summary.totals = record.totals
      yield record
    }
  }
  const handle = await open(part, 'w', 0o600)
  const hash = createHash('sha256')
  let bytes = 0
  try {
    const packed = through(encodeRecords(observed()), createGzip({ level: LEVEL, chunkSize: PART_BYTES }))
    for await (const piece of encryptChunks(packed, recipient)) {
      hash.update(piece)
      bytes += piece.length
      await handle.writeFile(piece)
    }
    await handle.sync()
  } finally {
    await handle.close()
  }
  return { ...summary.totals!, contents: summary.contents!, bytes, sha256: hash.digest('hex') }
}

async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r')
  await handle.sync().finally(() => handle.close())
}

/** Reads the records of a file; throws `BackupRefused` if the file was altered. */
export async function* readBackupFile(
  file: string,
  findKey: () => KeyObject | undefined,
): AsyncGenerator<BackupRecord> {
  const chunks = decryptChunks(createReadStream(file, { highWaterMark: PART_BYTES }), findKey)
  try {
    yield* decodeRecords(through(chunks, createGunzip({ chunkSize: PART_BYTES })))
  } catch (error) {
    if (!String((error as NodeJS.ErrnoException).code).startsWith('Z_')) throw error
    throw new BackupRefused('the file was altered: use another copy of it', { cause: error })
  }
}

/** Reads and verifies the records of a whole file, and returns its description, before anything is loaded. */
export async function checkBackup(records: AsyncIterable<BackupRecord>): Promise<Totals & { contents: Contents }> {
  let contents: Contents | undefined
  let totals: Totals | undefined
  for await (const record of withChecksum(records)) {
    if (record.kind === 'contents') contents = record.contents
    if (record.kind === 'end') totals = record.totals
  }
  if (!contents || !totals) throw new BackupRefused('the file is not a backup that this version supports')
  return { contents, ...totals }
}

async function* through(
  source: AsyncIterable<Buffer>,
  machine: ReturnType<typeof createGzip> | ReturnType<typeof createGunzip>,
): AsyncGenerator<Buffer> {
  const from = Readable.from(source, { objectMode: true, highWaterMark: 1 })
  from.once('error', error => machine.destroy(error))
  try {
    yield* from.pipe(machine) as AsyncIterable<Buffer>
  } finally {
    from.destroy()
  }
}

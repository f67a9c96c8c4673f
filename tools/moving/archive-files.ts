import { Buffer } from 'node:buffer'
import { createHash } from 'node:crypto'
import { pipeline, Readable } from 'node:stream'
import { createGunzip } from 'node:zlib'
import { extract } from 'tar-stream'
import { ARCHIVE_SECTIONS } from '../../storage/agent-export/archive-sections.ts'
import { Problem } from '../core/problems/problem.ts'
import { unstorableText } from '../core/schemas.ts'

/** MOVE-3 */
export const ARCHIVE_BYTES = 8_000_000
const UNPACKED_BYTES = 64_000_000
const MAX_FILES = 5_000
/** Of a line and of the manifest, which are parsed in one piece. */
const PARSED_BYTES = 2_000_000

export const MANIFEST = 'manifest.jws'
const FILE = /^([a-z_]{1,40})\/\d{6}\.jsonl$/
const NEWLINE = 0x0a

const KINDS: ReadonlySet<string> = new Set(ARCHIVE_SECTIONS.map(({ name }) => name))

/** The kind of the records of a file. */
export const kindOf = (file: string): string => FILE.exec(file)?.[1] ?? ''

/** An archive with a fault, which changes nothing; `file` is said only if it has a name that archives here have too. */
export function faultyArchive(detail: string, at: { file?: string; line?: number } = {}): Problem {
  const { file = '', line } = at
  const isNamed = file === MANIFEST || KINDS.has(kindOf(file))
  return new Problem('archive-not-valid', detail, {
    ...(isNamed ? { file } : {}),
    ...(line === undefined ? {} : { line }),
  })
}

interface OpenFile {
  file: string
  content: AsyncIterable<Uint8Array>
}

/** The files in their order; bombs, links, and names that no archive has end it. Nothing is written to a disk. */
export async function* filesOf(archive: Buffer): AsyncGenerator<OpenFile> {
  const tar = extract()
  pipeline(Readable.from([archive]), createGunzip(), limitBytes, tar, () => {})
  let files = 0
  for await (const entry of readable(tar)) {
    const { name: file, type } = entry.header
    if (++files > MAX_FILES) throw faultyArchive(`The archive has more than ${MAX_FILES} files.`)
    if (type !== 'file' || (file !== MANIFEST && !FILE.test(file))) {
      throw faultyArchive(`File ${files} of the archive is none that an archive has.`)
    }
    yield { file, content: readable(entry as AsyncIterable<Uint8Array>) }
    entry.resume()
  }
}

/** Says of whatever gzip or tar report that the archive is faulty. */
async function* readable<Item>(source: AsyncIterable<Item>): AsyncGenerator<Item> {
  try {
    yield* source
  } catch (error) {
    throw error instanceof Problem ? error : faultyArchive('The archive is cut off, or no tar compressed by gzip.')
  }
}

async function* limitBytes(source: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let bytes = 0
  for await (const chunk of source) {
    bytes += chunk.length
    if (bytes > UNPACKED_BYTES) throw faultyArchive(`The archive has more than ${UNPACKED_BYTES} bytes unpacked.`)
    yield chunk
  }
}

export interface FileDigest {
  file: string
  sha256: string
}

/** The digests of all files, and the manifest, which is the last. */
export async function digestFiles(archive: Buffer): Promise<{ files: FileDigest[]; manifest: string }> {
  const files: FileDigest[] = []
  let manifest: string | undefined
  for await (const { file, content } of filesOf(archive)) {
    if (manifest !== undefined) throw faultyArchive('Files follow the manifest.', { file: MANIFEST })
    if (file === MANIFEST) manifest = await manifestOf(content)
    else files.push({ file, sha256: await digestOf(content) })
  }
  if (manifest === undefined) throw faultyArchive('The archive has no manifest: it is cut off.')
  return { files, manifest }
}

async function digestOf(content: AsyncIterable<Uint8Array>): Promise<string> {
  const digest = createHash('sha256')
  for await (const chunk of content) digest.update(chunk)
  return digest.digest('hex')
}

async function manifestOf(content: AsyncIterable<Uint8Array>): Promise<string> {
  const whole = await wholeOf(content)
  if (whole.length > PARSED_BYTES) throw faultyArchive(`More than ${PARSED_BYTES} bytes.`, { file: MANIFEST })
  return whole.toString('latin1')
}

async function wholeOf(content: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const chunks: Uint8Array[] = []
  for await (const chunk of content) chunks.push(chunk)
  return Buffer.concat(chunks)
}

export interface ArchivedLine {
  file: string
  line: number
  text: string
}

/** The lines of a file, numbered from 1. */
export async function* linesOf({ file, content }: OpenFile): AsyncGenerator<ArchivedLine> {
  const whole = await wholeOf(content)
  for (let at = 0, line = 1; at < whole.length; line++) {
    const newline = whole.indexOf(NEWLINE, at)
    const end = newline < 0 ? whole.length : newline
    if (end - at > PARSED_BYTES) throw faultyArchive(`This line has more than ${PARSED_BYTES} bytes.`, { file, line })
    yield { file, line, text: whole.toString('utf8', at, end) }
    at = end + 1
  }
}

/** The JSON of a line. */
export function recordOf(at: ArchivedLine): unknown {
  try {
    const record: unknown = JSON.parse(at.text)
    if (!unstorableText(record)) return record
  } catch {}
  throw faultyArchive('This line is no record: its JSON is not valid.', at)
}

import { BackupRefused } from './backup-refused.ts'
import { createStreamReader } from './stream-reader.ts'

/** What a restore needs, in addition to the rows. */
export interface Contents {
  /** All transactions before this time are included, in ms since 1970. */
  taken_at: number
  /** The id of the secret that encrypts the installation's keys, in hex; none before the first start of a server. */
  key_id: string | null
  /** The numbered migrations that created its tables. */
  migrations: { name: string; checksum: string }[]
  tables: { name: string; columns: string[] }[]
}

export interface Totals {
  tables: number
  rows: number
}

/**
 * A backup is a sequence of records: `contents`, for each table `table`, `rows` and `counted`, then `sequences` and
 * `end`.
 */
export type BackupRecord =
  | { kind: 'contents'; contents: Contents }
  | { kind: 'table'; name: string }
  /** Lines in COPY's text format, split anywhere. */
  | { kind: 'rows'; bytes: Buffer }
  /** The digest covers all lines of the table. */
  | { kind: 'counted'; rows: number; sha256: string }
  | { kind: 'sequences'; values: { name: string; last_value: string; is_called: boolean }[] }
  | { kind: 'end'; totals: Totals }

const FRAME_BYTES = 5
const [ROWS, OTHER] = [1, 2]
/** Maximum size of a chunk of rows; other records are far smaller. */
export const MAX_RECORD_BYTES = 1 << 20

export async function* encodeRecords(records: AsyncIterable<BackupRecord>): AsyncGenerator<Buffer> {
  for await (const record of records) {
    const isRows = record.kind === 'rows'
    const bytes = isRows ? record.bytes : Buffer.from(JSON.stringify(record))
    const frame = Buffer.alloc(FRAME_BYTES)
    frame[0] = isRows ? ROWS : OTHER
    frame.writeUInt32BE(bytes.length, 1)
    yield Buffer.concat([frame, bytes])
  }
}

/** Parses records; their chunks were authenticated before, so invalid ones were never written by this program. */
export async function* decodeRecords(stream: AsyncIterable<Buffer>): AsyncGenerator<BackupRecord> {
  const pieces = createStreamReader(stream)
  for (let isEnd = false; !isEnd; ) {
    const frame = await pieces.take(FRAME_BYTES)
    const length = frame.readUInt32BE(1)
    if (length > MAX_RECORD_BYTES) throw malformed()
    const bytes = await pieces.take(length)
    if (frame[0] === ROWS) {
      yield { kind: 'rows', bytes }
      continue
    }
    const record = parse(bytes)
    isEnd = record.kind === 'end'
    yield record
  }
  if (!(await pieces.isAtEnd())) throw malformed()
}

const malformed = () => new BackupRefused('the file is not a backup that this version supports')

function parse(bytes: Buffer): BackupRecord {
  try {
    return JSON.parse(bytes.toString()) as BackupRecord
  } catch {
    throw malformed()
  }
}

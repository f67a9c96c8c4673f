import { createHash } from 'node:crypto'
import { BackupRefused } from './backup-refused.ts'
import type { BackupRecord } from './records.ts'

const NEWLINE = 0x0a

/** Counts the rows of a table, and computes their digest. */
export function createByteCount() {
  const hash = createHash('sha256')
  let rows = 0
  return {
    add(bytes: Buffer): void {
      hash.update(bytes)
      // A line is a row: newlines within values are written as \n.
      for (let at = bytes.indexOf(NEWLINE); at >= 0; at = bytes.indexOf(NEWLINE, at + 1)) rows++
    },
    end: () => ({ rows, sha256: hash.digest('hex') }),
  }
}

/** Verifies the count and digest of each table and of the whole. */
export async function* withChecksum(records: AsyncIterable<BackupRecord>): AsyncGenerator<BackupRecord> {
  const totals = { tables: 0, rows: 0 }
  let count = createByteCount()
  let table = ''
  for await (const record of records) {
    if (record.kind === 'table') {
      table = record.name
      count = createByteCount()
    } else if (record.kind === 'rows') count.add(record.bytes)
    else if (record.kind === 'counted') {
      const found = count.end()
      if (found.rows !== record.rows || found.sha256 !== record.sha256) throw differs(table)
      totals.tables++
      totals.rows += found.rows
    } else if (record.kind === 'end') {
      if (totals.rows !== record.totals.rows || totals.tables !== record.totals.tables) throw differs('the whole')
    }
    yield record
  }
}

const differs = (what: string) => new BackupRefused(`the rows of ${what} do not match their count`)

import { open, rm } from 'node:fs/promises'
import path from 'node:path'
import { CommandRefused } from '../../facade/cli/execute-command.ts'
import { inChunksOf } from '../../storage/backup/stream-reader.ts'
import { readDatabaseTime } from '../../storage/db/database-time.ts'
import type { Queryable } from '../../storage/db/db.ts'
import { insertAudit } from '../../storage/oversight/audit-log.ts'
import { type ExportKind, exportRows } from '../../storage/privacy/export-rows.ts'
import type { Config } from '../config/config.ts'
import { createIds } from '../ids.ts'
import { findOperatorDatabase } from '../operator-runtime.ts'

const PIECE_BYTES = 64 * 1024

interface ExportInput {
  kind: Exclude<ExportKind, 'own'>
  subject: string
  file: string
}

/** Writes all data of an agent or about a person to a new file, as JSON lines, and records it in the audit log. */
export async function exportAll(
  config: Config,
  { kind, subject, file }: ExportInput,
  operator: string,
): Promise<Record<string, unknown>> {
  const whole = path.resolve(file)
  const address = await findOperatorDatabase(config)
  const audit = (db: Queryable, id: string) => noteExport(db, kind, id, operator)
  const rows = await exportRows(address, { kind, subject, audit }, lines => write(whole, lines))
  if (rows === undefined) throw new CommandRefused(`there is no ${kind} with this id, handle or address`)
  return { file: whole, rows }
}

/** The file name is not recorded, since it may contain the name of a person. */
async function noteExport(db: Queryable, kind: ExportKind, id: string, operator: string): Promise<void> {
  const now = await readDatabaseTime(db)
  const subject = kind === 'agent' ? { agent_id: id } : { user_id: id }
  const row = { actor: `operator:${operator}`, action: `export_${kind}`, subject, before: {}, after: {}, reason: null }
  await insertAudit(db, { id: createIds(() => Math.floor(now))(), ...row }, new Date(now))
}

async function write(file: string, lines: AsyncIterable<Buffer>): Promise<number> {
  const handle = await open(file, 'wx', 0o600)
  let rows = 0
  try {
    for await (const { piece } of inChunksOf(PIECE_BYTES, lines)) {
      for (let at = piece.indexOf('\n'); at >= 0; at = piece.indexOf('\n', at + 1)) rows++
      await handle.writeFile(piece)
    }
    await handle.sync()
    return rows
  } catch (error) {
    await rm(file, { force: true })
    throw error
  } finally {
    await handle.close()
  }
}

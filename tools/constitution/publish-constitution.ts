import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import {
  type ConstitutionRow,
  findConstitution,
  insertConstitution,
  lockConstitutions,
} from '../../storage/constitution/constitutions.ts'
import type { Queryable } from '../../storage/db/db.ts'
import { readSettings, type SettingName, type Settings } from '../core/setting-values.ts'

const TEMPLATE = readFileSync(path.join(import.meta.dirname, 'publish-constitution.md'), 'utf8')

/** The text of this version of the server. */
export const CONSTITUTION_VERSION = /^Version (\d+\.\d+\.\d+)\.$/m.exec(TEMPLATE)?.[1] ?? ''

/** The text with the operator's limits. */
export const writeConstitution = (settings: Settings): string =>
  TEMPLATE.replace(/\{\{([a-z_]+)\}\}/g, (_, name) => String(settings[`constitution.${name}` as SettingName]))

export interface Publishing {
  newId(): string
  now: Date
}

/** A server of an earlier version that is still running does not replace what this one published. */
const isOlder = (version: string, than: string) => version.localeCompare(than, 'en', { numeric: true }) < 0

/** Whether the current one is what this server would publish, or newer. */
export const isInForce = (row: ConstitutionRow | undefined, content: string): row is ConstitutionRow =>
  row !== undefined && (row.content === content || isOlder(CONSTITUTION_VERSION, row.version))

/** Publishes the text of the settings and this version, in a transaction. The first one is not announced. */
export async function publishConstitution(db: Queryable, { newId, now }: Publishing): Promise<ConstitutionRow> {
  await lockConstitutions(db)
  const known = await findConstitution(db)
  const content = writeConstitution(await readSettings(db))
  if (isInForce(known, content)) return known
  const sha256 = createHash('sha256').update(content).digest('hex')
  const row = { id: newId(), version: CONSTITUTION_VERSION, content, sha256 }
  await insertConstitution(db, { ...row, published_at: now, is_announced: known !== undefined })
  return { ...row, published_at: now.toISOString() }
}

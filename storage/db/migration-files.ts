import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'

export const MIGRATIONS = path.join(import.meta.dirname, '../migrations')

/** The first line of a migration whose statements run outside of a transaction, as `concurrently` requires. */
export const STEPWISE = '-- statement by statement'

export interface Migration {
  name: string
  text: string
  checksum: string
  isRepeatable: boolean
}

/** Numbered migrations in order, then the repeatable ones, which run again whenever their text changes. */
export function readMigrations(folder = MIGRATIONS): Migration[] {
  const migrations = readdirSync(folder)
    .filter(name => name.endsWith('.sql'))
    .map(name => {
      const text = readFileSync(path.join(folder, name), 'utf8')
      return {
        name,
        text,
        checksum: createHash('sha256').update(text).digest('hex'),
        isRepeatable: name.endsWith('.repeatable.sql'),
      }
    })
  return migrations.sort((a, b) => Number(a.isRepeatable) - Number(b.isRepeatable) || (a.name < b.name ? -1 : 1))
}

export const isStepwise = ({ text }: Migration): boolean => text.startsWith(STEPWISE)

/** The statements of a stepwise migration, each of which ends a line. */
export const stepsOf = ({ text }: Migration): string[] =>
  text
    .replace(/^--.*$/gm, '')
    .split(/;\s*$/m)
    .map(step => step.trim())
    .filter(step => step !== '')

/** For a single transaction, in a database that nobody else writes to. */
export const wholeTextOf = (migration: Migration): string =>
  isStepwise(migration) ? migration.text.replace(/\bconcurrently\b/gi, '') : migration.text

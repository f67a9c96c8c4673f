import type { Queryable } from '../../storage/db/db.ts'
import { findSettings } from '../../storage/settings/setting-rows.ts'
import { SETTINGS } from './generated/settings.ts'
import { settingSchemaOf, type ValueOf } from './schema/setting-kind.ts'

export { SETTINGS }

export type SettingName = keyof typeof SETTINGS

/** In the catalogue's order. */
export const SETTING_NAMES = Object.keys(SETTINGS) as [SettingName, ...SettingName[]]

export type Settings = { readonly [Name in SettingName]: ValueOf<(typeof SETTINGS)[Name]> }

/** What each setting may be set to. */
export const settingSchemas = Object.fromEntries(
  SETTING_NAMES.map(name => [name, settingSchemaOf(SETTINGS[name])]),
) as Record<SettingName, ReturnType<typeof settingSchemaOf>>

/** The settings in force now. */
export async function readSettings(db: Queryable): Promise<Settings> {
  return settingsFrom(await findSettings(db))
}

/** What is stored over what is the default. A stored value that no longer fits counts as not set. */
export function settingsFrom(stored: ReadonlyMap<string, unknown>): Settings {
  const entries = SETTING_NAMES.map(name => {
    const parsed = settingSchemas[name].safeParse(stored.get(name))
    return [name, parsed.success ? parsed.data : SETTINGS[name].default]
  })
  return Object.fromEntries(entries) as Settings
}

const FRESH_MS = 1_000

/** The settings as they were at most a second ago, or `freshMs`: for what is asked with every request. */
export function createSettings(db: Queryable, clock: () => number, freshMs = FRESH_MS): () => Promise<Settings> {
  let known: Promise<Settings> | undefined
  let readAt = 0
  return () => {
    if (!known || Math.abs(clock() - readAt) >= freshMs) {
      readAt = clock()
      const reading = readSettings(db)
      reading.catch(() => {
        if (known === reading) known = undefined
      })
      known = reading
    }
    return known
  }
}

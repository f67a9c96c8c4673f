import type { Queryable } from '../../storage/db/db.ts'
import { findSettings } from '../../storage/settings/setting-rows.ts'
import { SETTINGS } from './generated/settings.ts'
import { settingSchemaOf, type ValueOf } from './schema/setting-kind.ts'

export { SETTINGS }

export type SettingName = keyof typeof SETTINGS

/** In the order of the catalogue. */
export const SETTING_NAMES = Object.keys(SETTINGS) as [SettingName, ...SettingName[]]

export type Settings = { readonly [Name in SettingName]: ValueOf<(typeof SETTINGS)[Name]> }

/** The schema of each setting. */
export const settingSchemas = Object.fromEntries(
  SETTING_NAMES.map(name => [name, settingSchemaOf(SETTINGS[name])]),
) as Record<SettingName, ReturnType<typeof settingSchemaOf>>

/** The current settings. */
export async function readSettings(db: Queryable): Promise<Settings> {
  return settingsFrom(await findSettings(db))
}

/** Stored values over the defaults. A stored value that is no longer valid is ignored. */
export function settingsFrom(stored: ReadonlyMap<string, unknown>): Settings {
  const entries = SETTING_NAMES.map(name => {
    const parsed = settingSchemas[name].safeParse(stored.get(name))
    return [name, parsed.success ? parsed.data : SETTINGS[name].default]
  })
  return Object.fromEntries(entries) as Settings
}

const FRESH_MS = 1_000

/** The settings as of at most a second ago, or `freshMs`: for settings that every request reads. */
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

import { z } from 'zod'
import type { Queryable } from '../../storage/db/db.ts'
import { findSettings } from '../../storage/settings/settings.ts'

const setting = <Value extends z.ZodType>(schema: Value, preset: z.output<Value>, description: string) =>
  Object.freeze({ schema, preset, description })

const off = (description: string) => setting(z.boolean(), false, description)
const on = (description: string) => setting(z.boolean(), true, description)

/** Seconds; what is kept of posts outlives it. */
export const LONGEST_DUPLICATE_WINDOW = 86_400

/** What an operator sets while the server runs, with its preset. */
export const SETTINGS = {
  'enrollment.challenge': off('newcomers must pass a challenge first'),
  'enrollment.invitation_gate': off('newcomers need an invitation code'),
  'enrollment.proof_required': off('newcomers prove that they hold their key'),
  'keys.rotation_proof_required': off('a rotation proves that its agent holds the new key'),
  'posts.duplicate_window_seconds': setting(
    z.int().min(0).max(LONGEST_DUPLICATE_WINDOW),
    600,
    'how long the same content by the same agent is refused; 0: never',
  ),
  'posts.strict_mentions': off('posts with more than 5 mentions or 5 hashtags are refused instead of trimmed'),
  'storage.quota_megabytes': setting(
    z.int().min(0).max(1_000_000),
    100,
    'text that each agent may store, in millions of bytes; 0: as much as it likes',
  ),
  'feed.fallback': on('horizon shows posts of any agent'),
  'payments.enabled': off('agents can bind wallets, and be paid; not in this version yet'),
} as const

export type SettingName = keyof typeof SETTINGS

/** In the catalogue's order. */
export const SETTING_NAMES = Object.keys(SETTINGS) as [SettingName, ...SettingName[]]

export type Settings = { readonly [Name in SettingName]: z.output<(typeof SETTINGS)[Name]['schema']> }

/** The settings in force now. */
export async function readSettings(db: Queryable): Promise<Settings> {
  return settingsFrom(await findSettings(db))
}

/** What is stored over what is preset. A stored value that no longer fits counts as not set. */
export function settingsFrom(stored: ReadonlyMap<string, unknown>): Settings {
  const entries = Object.entries(SETTINGS).map(([name, { schema, preset }]) => {
    const parsed = schema.safeParse(stored.get(name))
    return [name, parsed.success ? parsed.data : preset]
  })
  return Object.fromEntries(entries) as Settings
}

const FRESH_MS = 1_000

/** The settings as they were at most a second ago: for what is asked with every request. */
export function openSettings(db: Queryable, clock: () => number): () => Promise<Settings> {
  let known: Promise<Settings> | undefined
  let readAt = 0
  return () => {
    if (!known || Math.abs(clock() - readAt) >= FRESH_MS) {
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

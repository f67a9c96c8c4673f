import { z } from 'zod'
import type { SecondaryKeyRow } from '../../../storage/keys/secondary-keys.ts'
import { DAY } from '../../core/durations.ts'
import { nameText, timestamp } from '../../core/schemas.ts'
import { SCOPES } from '../../core/scopes.ts'

/** Usable keys of an agent, with the primary one (KEY-53). */
export const MAX_KEYS = 8
/** Of a device key (KEY-55). */
export const KEY_DAYS = { default: 90, max: 400 }

export const keyId = z
  .string()
  .regex(/^[0-9a-fA-F]{64}$/, 'must be the fingerprint of a key')
  .toLowerCase()
  .describe('fingerprint of the key')

export const keyLabel = nameText(64).describe('at most 64 characters, only for yourself')

export const keyScopes = z.array(z.enum(SCOPES))

export const keySchema = z.object({
  key_id: z.string(),
  kind: z.enum(['primary', 'device', 'recovery']),
  label: z.string().nullable(),
  scopes: keyScopes.nullable().describe('null: primary and recovery keys have none'),
  created_at: timestamp,
  expires_at: timestamp.nullable(),
})

export type KeyOutput = z.input<typeof keySchema>

export function presentKey({ fingerprint, kind, label, scopes, created_at, expires_at }: SecondaryKeyRow): KeyOutput {
  const granted = kind === 'device' ? (scopes as NonNullable<KeyOutput['scopes']>) : null
  return { key_id: fingerprint, kind, label, scopes: granted, created_at, expires_at }
}

export const keyExpiry = (now: Date, days: number): Date => new Date(now.getTime() + days * DAY)

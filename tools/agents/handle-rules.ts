import { z } from 'zod'

/** ENROLL-3 */
export const HANDLE_CHARACTERS = { min: 3, max: 32 }
export const HANDLE_PATTERN = /^[a-z0-9][a-z0-9._-]{1,30}[a-z0-9]$/

export const handle = z
  .string()
  .regex(
    HANDLE_PATTERN,
    'must be 3-32 characters of a-z, 0-9, `.`, `_` or `-`, and must not start or end with a separator',
  )
  .meta({ minLength: HANDLE_CHARACTERS.min, maxLength: HANDLE_CHARACTERS.max })
  .describe('3 to 32 characters of a-z, 0-9, `.`, `_`, `-`')

export const TEST_PREFIXES = ['test-', 'audit-'] as const

/** Whether an agent is for tests: labelled as such, and never recommended (`is_recommendable` in SQL). */
export const isTestHandle = (handle: string): boolean => TEST_PREFIXES.some(prefix => handle.startsWith(prefix))

/** Names that routes use in place of a handle: no agent ever has one (ENROLL-41). */
const ROUTED = new Set([
  'bookmarks',
  'browse',
  'conversations',
  'invitations',
  'me',
  'mentions',
  'mine',
  'search',
  'trending',
  'users',
])

export const ROUTED_NAMES: readonly string[] = [...ROUTED]

export const isRoutedName = (handle: string): boolean => ROUTED.has(handle)

/** Those, and misleading names. */
const RESERVED = new Set([
  ...ROUTED,
  'admin',
  'administrator',
  'api',
  'audit',
  'everyone',
  'help',
  'mcp',
  'moderator',
  'null',
  'operator',
  'owner',
  'platform',
  'root',
  'security',
  'staff',
  'support',
  'system',
  'undefined',
])

export function isReservedHandle(value: string, installationName: string): boolean {
  return RESERVED.has(value) || value === installationName.toLowerCase().replace(/[^a-z0-9._-]+/g, '-')
}

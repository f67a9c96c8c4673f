import { z } from 'zod'

/** spec 2.1 */
export const HANDLE = /^[a-z0-9][a-z0-9._-]{1,30}[a-z0-9]$/

export const handle = z
  .string()
  .regex(HANDLE, 'must be 3-32 characters a-z, 0-9, `.`, `_`, `-`, without a separator at either end')
  .meta({ minLength: 3, maxLength: 32 })

/** Names that collide with routes, and names that would mislead (decisions S13). */
const RESERVED = new Set([
  'admin',
  'administrator',
  'api',
  'audit',
  'bookmarks',
  'browse',
  'conversations',
  'everyone',
  'help',
  'invitations',
  'mcp',
  'mentions',
  'mine',
  'moderator',
  'null',
  'operator',
  'owner',
  'platform',
  'root',
  'search',
  'security',
  'staff',
  'support',
  'system',
  'trending',
  'undefined',
  'users',
])

export function isReservedHandle(value: string, installationName: string): boolean {
  return RESERVED.has(value) || value === installationName.toLowerCase().replace(/[^a-z0-9._-]+/g, '-')
}

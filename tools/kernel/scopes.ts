/** What a bearer token may be granted (ROUTE-20 to ROUTE-27), in the order in which documents list it. */
export const SCOPES = [
  'feed:read',
  'post:write',
  'social:write',
  'profile:write',
  'space:read',
  'dm:read',
  'dm:write',
  'notifications:read',
  'service:read',
  'service:invoke',
] as const

export type Scope = (typeof SCOPES)[number]

export const isScope = (text: string): text is Scope => (SCOPES as readonly string[]).includes(text)

/** The scopes of bearer tokens (ROUTE-20 to ROUTE-27), in the order of the documentation. */
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

/** What each scope allows, in a few words. */
export const SCOPE_MEANINGS: Readonly<Record<Scope, string>> = {
  'feed:read': 'read posts, comments, agents and feeds',
  'post:write': 'post and comment',
  'social:write': 'follow, react, bookmark, block',
  'profile:write': "change the agent's profile",
  'space:read': 'read spaces and their members',
  'dm:read': 'read direct messages',
  'dm:write': 'send direct messages',
  'notifications:read': "receive the agent's events and notifications",
  'service:read': 'find services, read tasks and entitlements',
  'service:invoke': 'acquire and call services',
}

export const isScope = (text: string): text is Scope => (SCOPES as readonly string[]).includes(text)

import type { Scope } from '../../../tools/core/scopes.ts'

/** The resource whose updates are pushed. */
export const INBOX_URI = 'agent://me/inbox'

/** Events contain messages and mentions, whatever else the token may read. */
export const INBOX_SCOPE: Scope = 'notifications:read'

import { timestamp } from '../core/schemas.ts'

/** Present while a recovery of the agent's key is pending (RECOVER-5). */
export const keyEndsAt = timestamp.optional().describe('your owner replaces your key then; end_key_recovery keeps it')

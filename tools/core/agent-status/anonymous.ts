import type { AgentActor } from '../context.ts'
import { OLDEST_ID } from '../pagination-cursor.ts'

/** A reader whom no row knows: the predicates that say who sees what give it what everybody may see. */
export const ANONYMOUS: AgentActor = Object.freeze({
  kind: 'agent',
  agent_id: OLDEST_ID,
  handle: '',
  visibility: 'public',
  key_version: 0,
  key_fingerprint: '',
  status: 'active',
  transport: 'rest',
})

export const isAnonymous = ({ agent_id }: Pick<AgentActor, 'agent_id'>): boolean => agent_id === ANONYMOUS.agent_id

import type { AgentActor } from '../context.ts'
import { OLDEST_ID } from '../pagination-cursor.ts'

/** The unauthenticated reader: no row has this id, so visibility predicates return what everybody may see. */
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

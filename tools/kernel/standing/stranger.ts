import type { AgentActor } from '../context.ts'
import { OLDEST } from '../cursor.ts'

/** A reader whom no row knows: the predicates that say who sees what give it what everybody may see. */
export const STRANGER: AgentActor = Object.freeze({
  kind: 'agent',
  agent_id: OLDEST,
  handle: '',
  visibility: 'public',
  key_version: 0,
  key_fingerprint: '',
  status: 'active',
  door: 'rest',
})

export const isStranger = ({ agent_id }: Pick<AgentActor, 'agent_id'>): boolean => agent_id === STRANGER.agent_id

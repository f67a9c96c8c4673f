import { AGENT_STATUS, type AgentStatus, statusMask } from '../../storage/agents/standing.ts'

/** A mask of the statuses in which an agent may get and hold tokens (decisions G15). */
export const tokenStatuses = statusMask(['active', 'pending_ownership', 'restricted'])

const STATUSES = Object.keys(AGENT_STATUS) as AgentStatus[]

export const TOKEN_HOLDERS: readonly AgentStatus[] = STATUSES.filter(
  status => (tokenStatuses >> AGENT_STATUS[status]) & 1,
)

import { z } from 'zod'
import { type ClosedChallenge, listChallengesOf } from '../../storage/challenges/challenge-rows.ts'
import { handleOrId } from '../agents/agent-reference.ts'
import { requireAgentOf } from '../agents/owned-agent.ts'
import { definePersonTool } from '../core/define-tool.ts'
import { NEWEST_ID, nextPage, readPosition } from '../core/pagination-cursor.ts'
import { cursor, limit, nextCursor, timestamp, uuid } from '../core/schemas.ts'
import { personOrAny } from '../persons/person-schema.ts'

const listed = z.object({
  id: uuid,
  kind: z.string(),
  attempt: z.int(),
  issued_at: timestamp,
  opened_at: timestamp.nullable(),
  answer_by: timestamp,
  outcome: z.string().nullable().describe('null while open'),
  closed_at: timestamp.nullable(),
})

export const listAgentChallenges = definePersonTool({
  name: 'list_agent_challenges',
  description: "An agent's challenges and their results, newest first.",
  role: 'reader',
  effect: 'read',
  input: z.object({ agent: handleOrId, user_id: personOrAny, limit: limit(), cursor }),
  output: z.object({ challenges: z.array(listed), next_cursor: nextCursor, has_more: z.boolean() }),
  problems: ['not-found', 'invalid-cursor'],
  async handler({ agent, user_id, limit, cursor }, context) {
    const { id: agentId } = await requireAgentOf(context.db, agent, user_id)
    const list = `challenges of\0${agentId}`
    const before = readPosition(context, list, cursor) ?? NEWEST_ID
    const rows = await listChallengesOf(context.db, { agentId, before, limit: limit + 1 })
    const { items, ...rest } = await nextPage(context, list, { rows }, limit, presentRow)
    return { challenges: items, ...rest }
  },
})

const presentRow = ({ id, kind, attempt, issued_at, opened_at, ends_at, outcome, closed_at }: ClosedChallenge) => ({
  ...{ id, kind, attempt, issued_at, opened_at, answer_by: ends_at, outcome, closed_at },
})

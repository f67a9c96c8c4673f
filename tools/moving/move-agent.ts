import { z } from 'zod'
import { NOT_DISABLED } from '../../storage/agents/status-locks.ts'
import { findMove, putMove } from '../../storage/moving/moves.ts'
import { agentReference } from '../agents/agent-reference.ts'
import { requireOneself } from '../agents/resolve-agent.ts'
import { causedByAgent } from '../core/define-event.ts'
import { defineTool, Existing } from '../core/define-tool.ts'
import { timestamp, uuid } from '../core/schemas.ts'
import { notifyOwner } from './notify-owner.ts'

const isElsewhere = (url: string) => URL.canParse(url) && /^https?:$/.test(new URL(url).protocol)

export const moveAgent = defineTool({
  name: 'move_agent',
  description:
    'Say that you moved to another server. Your profile says so, and you write nothing here until you return.',
  scope: null,
  keys: 'primary',
  effect: 'destructive',
  idempotent: true,
  limit: 'agent_moves',
  statuses: NOT_DISABLED,
  input: z.object({
    identifier: agentReference,
    moved_to: z
      .string()
      .max(255)
      .regex(/^[\x21-\x7e]+$/)
      .refine(isElsewhere, 'must be the URL of a profile')
      .describe('URL of your profile there'),
  }),
  example: { input: { moved_to: 'https://colloquy.example/@ada' } },
  output: z.object({ agent_id: uuid, moved_to: z.string(), moved_at: timestamp }),
  problems: ['not-found', 'not-own-agent'],
  async handler({ identifier, moved_to }, context) {
    await requireOneself(context, identifier)
    const { actor, now } = context
    const { agent_id } = actor
    return await context.transaction(async ({ db, emit }) => {
      const before = await findMove(db, agent_id)
      if (before?.moved_to === moved_to) return new Existing({ agent_id, ...before })
      await putMove(db, agent_id, { moved_to, at: now })
      const data = { moved_to, moved_at: now.toISOString() }
      emit(agent_id, 'agent.moved', { actor: causedByAgent(actor), subject: {}, excerpt: '', data })
      await notifyOwner(db, 'agent_moved', context)
      return { agent_id, ...data }
    }, 'update')
  },
})

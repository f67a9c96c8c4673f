import { z } from 'zod'
import { READERS } from '../../storage/agents/standing.ts'
import { type FoundConversation, findConversation, findConversationWith } from '../../storage/dms/conversations.ts'
import { findAndReadThread, findThread } from '../../storage/dms/threads.ts'
import { agentReference, identifierOf } from '../agents/identifier.ts'
import { requireAgent } from '../agents/target.ts'
import type { Context } from '../kernel/context.ts'
import { readPlace } from '../kernel/cursor.ts'
import { defineTool } from '../kernel/define.ts'
import { Problem } from '../kernel/problems/problems.ts'
import { cursor, limit, uuid } from '../kernel/schemas.ts'
import { requireKnownPerson } from './known-person.ts'
import { presentThread, threadPage } from './thread.ts'

const input = z
  .object({
    handle: agentReference.optional().describe('handle or id of the agent, or the id of the conversation'),
    user_id: uuid.optional().describe('of a person, what you call them'),
    limit: limit(),
    cursor,
    peek: z.boolean().default(false).describe('true: nothing is marked as read'),
  })
  .refine(({ handle, user_id }) => (handle === undefined) !== (user_id === undefined), {
    path: ['handle'],
    message: 'give either handle or user_id',
  })

export const readDmThread = defineTool({
  name: 'read_dm_thread',
  description:
    'The messages of one of your conversations, newest first. Reading marks all older messages to you as read, in whichever conversation.',
  scope: 'dm:read',
  effect: 'write',
  idempotent: true,
  // A restricted agent reads (STATUS-4), and this is a read, though it moves a cursor (MCP-99).
  statuses: READERS,
  input,
  example: { input: { handle: 'bob' } },
  output: threadPage,
  problems: ['not-found', 'self-dm', 'invalid-cursor'],
  async handler(given, context) {
    const { db, actor } = context
    const conversation = await requireConversation(given, context)
    const list = `thread\0${conversation?.id ?? ''}`
    const before = readPlace(context, list, given.cursor)
    if (!conversation) return NOTHING_SAID
    const page = { conversation_id: conversation.id, before, limit: given.limit + 1 }
    const rows = given.peek ? await findThread(db, page) : await findAndReadThread(db, actor.agent_id, page)
    return await presentThread(context, list, conversation, rows, given.limit)
  },
})

const NOTHING_SAID = { messages: [], next_cursor: null, has_more: false }

/** `undefined`: nobody has written in it yet. */
async function requireConversation(
  { handle, user_id }: z.output<typeof input>,
  context: Context,
): Promise<FoundConversation | undefined> {
  const { db, actor } = context
  const { agent_id } = actor
  if (user_id !== undefined) {
    const { conversation_id } = await requireKnownPerson(context, user_id)
    return conversation_id === null ? undefined : await findConversation(db, agent_id, conversation_id)
  }
  const named = identifierOf(handle!, actor)
  const own = 'id' in named ? await findConversation(db, agent_id, named.id) : undefined
  if (own) return own
  const { id } = await requireAgent(context, handle!)
  if (id === agent_id) throw new Problem('self-dm', 'This names yourself; name another agent.')
  return await findConversationWith(db, agent_id, id)
}

import type { z } from 'zod'
import { READER_STATUSES } from '../../storage/agents/status-locks.ts'
import { type FoundConversation, findConversation, findConversationWith } from '../../storage/dms/conversations.ts'
import { findAndReadThread, findMessageThread } from '../../storage/dms/message-threads.ts'
import { identifierOf } from '../agents/agent-reference.ts'
import { requireAgent } from '../agents/resolve-agent.ts'
import type { Context } from '../core/context.ts'
import { defineTool } from '../core/define-tool.ts'
import { readPosition } from '../core/pagination-cursor.ts'
import { Problem } from '../core/problems/problem.ts'
import { presentThread, threadInput, threadPage } from './dm-thread.ts'
import { requireKnownPerson } from './known-person.ts'

export const readDmThread = defineTool({
  name: 'read_dm_thread',
  description: 'Read one of your conversations, newest first. Marks it as read.',
  scope: 'dm:read',
  effect: 'write',
  idempotent: true,
  // Allowed for restricted agents (STATUS-4): this is a read, although it moves a cursor (MCP-99).
  statuses: READER_STATUSES,
  input: threadInput,
  example: { input: { handle: 'bob' } },
  output: threadPage,
  problems: ['not-found', 'self-dm', 'invalid-cursor'],
  async handler(given, context) {
    const { db, actor } = context
    const conversation = await requireConversation(given, context)
    const list = `thread\0${conversation?.id ?? ''}`
    const before = readPosition(context, list, given.cursor)
    if (!conversation) return NO_MESSAGES
    const page = { viewer: actor.agent_id, conversation_id: conversation.id, before, limit: given.limit + 1 }
    const rows = given.peek ? await findMessageThread(db, page) : await findAndReadThread(db, actor.agent_id, page)
    return await presentThread(context, list, conversation, { rows, limit: given.limit, reader: actor.agent_id })
  },
})

const NO_MESSAGES = { messages: [], next_cursor: null, has_more: false }

/** `undefined`: no message has been written yet. */
async function requireConversation(
  { handle, user_id }: z.output<typeof threadInput>,
  context: Context,
): Promise<FoundConversation | undefined> {
  const { db, actor } = context
  const { agent_id } = actor
  if (user_id !== undefined) {
    const { conversation_id } = await requireKnownPerson(context, user_id)
    return conversation_id === null ? undefined : await findConversation(db, agent_id, conversation_id)
  }
  const named = identifierOf(handle!, context)
  const own = 'id' in named ? await findConversation(db, agent_id, named.id) : undefined
  if (own) return own
  const { id } = await requireAgent(context, handle!)
  if (id === agent_id) throw new Problem('self-dm', 'This is your own handle or id. Specify another agent.')
  return await findConversationWith(db, agent_id, id)
}

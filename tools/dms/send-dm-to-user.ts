import { z } from 'zod'
import { READER_STATUSES } from '../../storage/agents/status-locks.ts'
import { findSentState } from '../../storage/dms/message-threads.ts'
import { insertMessages, insertQuestionMessages, type MessageFacts } from '../../storage/dms/new-messages.ts'
import type { NewQuestion } from '../../storage/questions/new-questions.ts'
import { writeIdempotent } from '../admission/idempotent-write.ts'
import { requirePublicAgent } from '../agents/private-agents.ts'
import { inactive } from '../core/agent-status/inactive-agent.ts'
import type { Context } from '../core/context.ts'
import { defineTool } from '../core/define-tool.ts'
import { Problem } from '../core/problems/problem.ts'
import { idempotencyKey, uuid } from '../core/schemas.ts'
import { approvalInput, newlyShown, newQuestion } from '../questions/question-input.ts'
import { noSuchPerson, requireKnownPerson } from './known-person.ts'
import {
  messageInput,
  messageRefusal,
  newMessage,
  presentWrittenMessage,
  sendProblems,
  withQuestion,
  writtenMessage,
  writtenTextOf,
} from './written-message.ts'

export const sendDmToUser = defineTool({
  name: 'send_dm_to_user',
  description: 'Send a message to your owner, or to a person who messaged you.',
  scope: 'dm:write',
  effect: 'write',
  // A restricted agent can still write to its owner (STATUS-4).
  statuses: READER_STATUSES,
  limit: 'dm_sends',
  input: z.object({
    user_id: uuid.describe('your alias for the person'),
    ...messageInput,
    question: approvalInput,
    idempotency_key: idempotencyKey,
  }),
  output: writtenMessage,
  publishes: ['content'],
  problems: sendProblems,
  async handler(given, context) {
    const texts = writtenTextOf(given)
    const { db, actor } = context
    const { idempotency_key: key, ...input } = given
    let question: NewQuestion | undefined
    const call = { tool: 'send_dm_to_user', key, input: () => input }
    return await writeIdempotent(context, call, {
      statement: input.question ? insertQuestionMessages : insertMessages,
      async prepare(by) {
        const { user_id, is_owner } = await requireKnownPerson(context, given.user_id)
        if (!is_owner) await requireMoreThanOwner(context)
        const addressee = { user_id, user_handle: given.user_id, to_id: null, to_handle: null }
        const message = newMessage(actor, addressee, texts, { by, may_begin: true }, context)
        if (!input.question) return message
        if (!is_owner) throw onlyOwner()
        question = newQuestion(input.question, context)
        return withQuestion(message, question)
      },
      begin: (facts: MessageFacts): MessageFacts => (question ? { ...facts, question: newlyShown(question) } : facts),
      recall: (_, stored) => findSentState(db, actor.agent_id, stored.id),
      present: (stored, { sender_name, question }) => {
        const from = { id: actor.agent_id, handle: actor.handle, name: sender_name }
        return presentWrittenMessage({ ...stored, question }, texts, from, { user_id: given.user_id })
      },
      refusal: outcome => messageRefusal(outcome, noSuchPerson),
    })
  },
})

const onlyOwner = () =>
  new Problem('validation-error', 'Only your owner can approve.', {
    errors: [{ pointer: '/question', code: 'custom', message: 'is for your owner only' }],
  })

/** Private and restricted agents can write only to their owner (DM-50, DM-53). */
async function requireMoreThanOwner(context: Context): Promise<void> {
  requirePublicAgent(context, 'dm_non_owner')
  const { actor } = context
  if (actor.status !== 'restricted') return
  throw await inactive(context, actor, { isSigned: actor.token === undefined })
}

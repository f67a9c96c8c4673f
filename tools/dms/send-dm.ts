import { z } from 'zod'
import { findSentState } from '../../storage/dms/message-threads.ts'
import { insertMessages, insertQuestionMessages, type MessageFacts } from '../../storage/dms/new-messages.ts'
import type { NewQuestion } from '../../storage/questions/new-questions.ts'
import { writeIdempotent } from '../admission/idempotent-write.ts'
import { agentReference, identifierOf, isOneself } from '../agents/agent-reference.ts'
import { noSuchAgent } from '../agents/named-agent.ts'
import { requirePublicAgent } from '../agents/private-agents.ts'
import { requireAgent } from '../agents/resolve-agent.ts'
import { defineTool, Replay } from '../core/define-tool.ts'
import { Problem } from '../core/problems/problem.ts'
import { idempotencyKey } from '../core/schemas.ts'
import { newlyShown, newQuestion, questionInput } from '../questions/question-input.ts'
import { awaitReply, replyWaitSeconds } from './await-reply.ts'
import { NewConversation, sendWithinPartnerLimit } from './new-partner.ts'
import {
  messageInput,
  messageRefusal,
  newMessage,
  presentWrittenMessage,
  recipientOf,
  sendProblems,
  withQuestion,
  writtenMessage,
  writtenTextOf,
} from './written-message.ts'

export const sendDm = defineTool({
  name: 'send_dm',
  description: 'Send a direct message to another agent.',
  scope: 'dm:write',
  effect: 'write',
  limit: 'dm_sends',
  limitsToo: ['dm_partners'],
  input: z.object({
    recipient_handle: agentReference.describe('handle or id'),
    ...messageInput,
    question: questionInput,
    idempotency_key: idempotencyKey,
    wait_seconds: replyWaitSeconds,
  }),
  output: writtenMessage,
  publishes: ['content', 'question'],
  problems: [...sendProblems, 'self-dm', 'interaction-not-allowed', 'recipient-not-accepting-messages', 'rate-limited'],
  async handler(given, context) {
    const texts = writtenTextOf(given)
    const { db, actor } = context
    const named = identifierOf(given.recipient_handle, context)
    if (isOneself(named, actor)) throw new Problem('self-dm', 'This is your own handle or id. Specify another agent.')
    const to = { user_id: null, user_handle: null, to_id: null, to_handle: null }
    const addressee = 'id' in named ? { ...to, to_id: named.id } : { ...to, to_handle: named.handle }
    const { idempotency_key: key, wait_seconds, ...input } = given
    let question: NewQuestion | undefined
    const send = (may_begin: boolean, notifyStarted: () => void) =>
      writeIdempotent(
        context,
        { tool: 'send_dm', key, input: () => input },
        {
          statement: input.question ? insertQuestionMessages : insertMessages,
          async prepare(by) {
            if (actor.visibility === 'private') {
              await requireAgent(context, given.recipient_handle)
              requirePublicAgent(context, 'dm_non_owner')
            }
            const message = newMessage(actor, addressee, texts, { by, may_begin }, context)
            if (!input.question) return message
            question = newQuestion(input.question, context)
            return withQuestion(message, question)
          },
          begin(facts: MessageFacts): MessageFacts {
            if (facts.is_first) notifyStarted()
            return question ? { ...facts, question: newlyShown(question) } : facts
          },
          recall: (_, stored) => findSentState(db, actor.agent_id, stored.id),
          present: (stored, state) => {
            const from = { id: actor.agent_id, handle: actor.handle, name: state.sender_name }
            return presentWrittenMessage({ ...stored, question: state.question }, texts, from, recipientOf(state))
          },
          refusal: outcome =>
            outcome.outcome === 'unbegun' ? new NewConversation() : messageRefusal(outcome, noSuchAgent),
        },
      )
    const sent = await sendWithinPartnerLimit(context, send)
    if (wait_seconds === 0) return sent
    const message = sent instanceof Replay ? sent.output : sent
    const reply = await awaitReply(context, message, wait_seconds).catch(error => {
      // The message is stored: its sender must not take this for a failure, and send it again.
      context.log.warn({ err: error }, 'a wait for a reply ended early')
      return null
    })
    const answered = { ...message, reply }
    return sent instanceof Replay ? new Replay(answered) : answered
  },
})

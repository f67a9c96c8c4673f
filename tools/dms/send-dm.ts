import { z } from 'zod'
import { insertMessages, type MessageFacts } from '../../storage/dms/new-messages.ts'
import { findSentState } from '../../storage/dms/threads.ts'
import { writeOnce } from '../admission/write-once.ts'
import { agentReference, identifierOf, isOneself } from '../agents/identifier.ts'
import { noSuchAgent } from '../agents/named-agent.ts'
import { requireOutward } from '../agents/privacy.ts'
import { requireAgent } from '../agents/target.ts'
import { defineTool } from '../kernel/define.ts'
import { Problem } from '../kernel/problems/problems.ts'
import { idempotencyKey } from '../kernel/schemas.ts'
import { sendWithinPartners, Unbegun } from './new-partner.ts'
import {
  messageInput,
  messageRefusal,
  newMessage,
  presentWrittenMessage,
  recipientOf,
  sendProblems,
  wordsOf,
  writtenMessage,
} from './written-message.ts'

export const sendDm = defineTool({
  name: 'send_dm',
  description: 'Write to another agent alone.',
  scope: 'dm:write',
  effect: 'write',
  limit: 'dm_sends',
  limitsToo: ['dm_partners'],
  input: z.object({
    recipient_handle: agentReference.describe('handle or id'),
    ...messageInput,
    idempotency_key: idempotencyKey,
  }),
  output: writtenMessage,
  problems: [...sendProblems, 'self-dm', 'interaction-not-allowed', 'recipient-not-accepting-messages', 'rate-limited'],
  async handler(given, context) {
    const words = wordsOf(given)
    const { db, actor } = context
    const named = identifierOf(given.recipient_handle, actor)
    if (isOneself(named, actor)) throw new Problem('self-dm', 'This names yourself; name another agent.')
    const to = { user_id: null, user_handle: null, to_id: null, to_handle: null }
    const addressee = 'id' in named ? { ...to, to_id: named.id } : { ...to, to_handle: named.handle }
    const { idempotency_key: key, ...input } = given
    const send = (may_begin: boolean, tellBegun: () => void) =>
      writeOnce(
        context,
        { tool: 'send_dm', key, input: () => input },
        {
          statement: insertMessages,
          async prepare(by) {
            if (actor.visibility === 'private') {
              await requireAgent(context, given.recipient_handle)
              requireOutward(context, 'dm_non_owner')
            }
            return newMessage(actor, addressee, words, { by, may_begin }, context)
          },
          begin(facts: MessageFacts) {
            if (facts.is_first) tellBegun()
            return facts
          },
          recall: (_, kept) => findSentState(db, actor.agent_id, kept.id),
          present: (kept, state) => {
            const from = { id: actor.agent_id, handle: actor.handle, name: state.sender_name }
            return presentWrittenMessage(kept, words, from, recipientOf(state))
          },
          refusal: outcome => (outcome.outcome === 'unbegun' ? new Unbegun() : messageRefusal(outcome, noSuchAgent)),
        },
      )
    return await sendWithinPartners(context, send)
  },
})

import { z } from 'zod'
import { findCardFacts } from '../../storage/external-messages/external-messages.ts'
import { definePageQuery } from '../core/define-tool.ts'
import { authored, uuid } from '../core/schemas.ts'
import { hiddenWhileDisabled, unreachable } from './external-message-schema.ts'
import { recipientHandle } from './receive-external-message.ts'

export const getAgentCard = definePageQuery({
  name: 'get_agent_card',
  description: 'What the A2A agent card of an agent says that A2A clients elsewhere can write to.',
  closed: hiddenWhileDisabled,
  input: z.object({ handle: recipientHandle }),
  output: z.object({
    agent_id: uuid,
    handle: z.string(),
    name: authored(z.string()),
    bio: authored(z.string().nullable()),
    key_version: z.int(),
    key_fingerprint: z.string(),
  }),
  problems: ['not-found'],
  async handler({ handle }, { db }) {
    const found = await findCardFacts(db, handle)
    if (!found) throw unreachable()
    return found
  },
})

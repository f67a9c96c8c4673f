import { z } from 'zod'
import type { ExternalMessage, ReceivedMessage } from '../../storage/external-messages/external-messages.ts'
import { Problem } from '../core/problems/problem.ts'
import { authored, timestamp, uuid } from '../core/schemas.ts'
import type { Settings } from '../core/setting-values.ts'
import { hasHiddenCharacters } from '../core/text/hidden-characters.ts'
import { COMPONENTS } from '../core/tool-json-schema.ts'

export const EXTERNAL_CHARACTERS = 10_000

export const externalState = z.enum(['submitted', 'completed', 'rejected', 'canceled'])

/** A message from elsewhere, as its recipient reads it (EXT-10, EXT-11). */
export const externalMessage = z
  .object({
    id: uuid,
    sender_origin: z.string().describe('whose keys signed it; no agent of this server'),
    is_sender_blocked: z.boolean(),
    content: authored(z.string()),
    contains_hidden_characters: z.boolean(),
    state: externalState,
    reply: z.string().nullable(),
    created_at: timestamp,
    updated_at: timestamp,
  })
  .register(COMPONENTS, { id: 'ExternalMessage' })

export const presentReceived = ({ id, origin, is_blocked, content, ...row }: ReceivedMessage) => ({
  id,
  sender_origin: origin,
  is_sender_blocked: is_blocked,
  content,
  contains_hidden_characters: hasHiddenCharacters(content),
  ...{ state: row.state, reply: row.reply, created_at: row.created_at, updated_at: row.updated_at },
})

/** What the sender sees of it. */
export const externalTask = z.object({
  id: uuid,
  context_id: z.string(),
  sender_message_id: z.string(),
  content: z.string(),
  state: externalState,
  reply: authored(z.string().nullable()),
  updated_at: timestamp,
})

export const presentExternalTask = ({
  id,
  context_id,
  sender_message_id,
  content,
  state,
  reply,
  updated_at,
}: ExternalMessage) => ({
  ...{ id, context_id, sender_message_id, content },
  ...{ state, reply, updated_at },
})

/** The `closed` check of the tools for agents. */
export const withoutExternalMessages = (settings: Settings): Problem | undefined =>
  settings['external_messages.enabled']
    ? undefined
    : new Problem('external-messages-disabled', 'This server does not accept messages from A2A clients elsewhere.')

/** The same for all that a sender cannot reach, so that nothing can be probed (EXT-5). */
export const unreachable = () => new Problem('not-found', 'There is no such agent or task for this sender.')

/** Everything is unreachable while it is disabled. */
export const hiddenWhileDisabled = (settings: Settings): Problem | undefined =>
  settings['external_messages.enabled'] ? undefined : unreachable()

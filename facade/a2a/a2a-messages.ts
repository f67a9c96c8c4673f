import type { z } from 'zod'
import type { externalTask } from '../../tools/external-messages/external-message-schema.ts'
import { A2aError, isRecord } from './a2a-rpc.ts'

const invalid = (message: string) => new A2aError('INVALID_PARAMS', message)

const isOptionalText = (value: unknown): value is string | undefined => value === undefined || typeof value === 'string'

/** The message of a SendMessage; its text parts are joined by an empty line. */
export function readA2aMessage({ message }: Record<string, unknown>) {
  const { messageId, contextId, taskId, role, parts } = isRecord(message) ? message : {}
  if (typeof messageId !== 'string' || role !== 'ROLE_USER') throw invalid('message needs a messageId, and ROLE_USER.')
  if (!isOptionalText(contextId) || !isOptionalText(taskId)) throw invalid('contextId and taskId must be strings.')
  if (!Array.isArray(parts) || parts.length === 0) throw invalid('message.parts must have a part.')
  const texts = parts.map(part => (isRecord(part) ? part.text : undefined))
  if (!texts.every(text => typeof text === 'string')) {
    throw new A2aError('CONTENT_TYPE_NOT_SUPPORTED', 'Only parts with a text are supported.')
  }
  const content = texts.join('\n\n')
  // An empty id means none, since ProtoJSON omits default values.
  return { sender_message_id: messageId, context_id: contextId || undefined, taskId: taskId || undefined, content }
}

/** A task as A2A 1.0 has it, with at most `historyLength` messages. */
export function presentA2aTask(task: z.output<typeof externalTask>, requestedLength: unknown): object {
  const { historyLength } = isRecord(requestedLength) ? requestedLength : {}
  const { id, context_id: contextId, sender_message_id: messageId, content, state, reply, updated_at } = task
  const ids = { taskId: id, contextId }
  const history = [{ messageId, ...ids, role: 'ROLE_USER', parts: [{ text: content, mediaType: 'text/plain' }] }]
  const artifacts = [{ artifactId: 'reply', name: 'reply', parts: [{ text: reply, mediaType: 'text/plain' }] }]
  return {
    ...{ id, contextId },
    status: { state: `TASK_STATE_${state.toUpperCase()}`, timestamp: updated_at },
    ...(reply === null ? {} : { artifacts }),
    ...(historyLength === 0 ? {} : { history }),
  }
}

import { z } from 'zod'
import { findSent } from '../../storage/external-messages/external-messages.ts'
import { defineVisitorTool } from '../core/define-tool.ts'
import { uuid } from '../core/schemas.ts'
import { externalTask, hiddenWhileDisabled, presentExternalTask, unreachable } from './external-message-schema.ts'
import { recipientHandle, senderOrigin } from './receive-external-message.ts'

export const externalTaskInput = z.object({
  handle: recipientHandle,
  origin: senderOrigin,
  task_id: uuid.describe('id of the task'),
})

export const getExternalTask = defineVisitorTool({
  name: 'get_external_task',
  description: 'What became of a message of a proven A2A client elsewhere.',
  effect: 'read',
  closed: hiddenWhileDisabled,
  input: externalTaskInput,
  output: externalTask,
  problems: ['not-found'],
  async handler({ task_id: id, ...sent }, { db }) {
    const found = await findSent(db, { ...sent, by: { id } })
    if (!found) throw unreachable()
    return presentExternalTask(found)
  },
})

import { endExternalMessage, findSent } from '../../storage/external-messages/external-messages.ts'
import { defineVisitorTool } from '../core/define-tool.ts'
import { Problem } from '../core/problems/problem.ts'
import { externalTask, hiddenWhileDisabled, presentExternalTask, unreachable } from './external-message-schema.ts'
import { externalTaskInput } from './get-external-task.ts'

export const cancelExternalTask = defineVisitorTool({
  name: 'cancel_external_task',
  description: 'Withdraw a message of a proven A2A client elsewhere that has no answer yet.',
  effect: 'write',
  idempotent: true,
  closed: hiddenWhileDisabled,
  input: externalTaskInput,
  output: externalTask,
  problems: ['not-found', 'external-message-ended'],
  async handler({ task_id: id, ...sent }, { db, now }) {
    const found = await findSent(db, { ...sent, by: { id } })
    if (!found) throw unreachable()
    if (found.state === 'canceled') return presentExternalTask(found)
    const canceled = await endExternalMessage(db, { id, state: 'canceled', now })
    if (!canceled) throw new Problem('external-message-ended', 'This message was answered or declined before.')
    return presentExternalTask(canceled)
  },
})

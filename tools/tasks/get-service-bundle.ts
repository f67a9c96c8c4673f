import { z } from 'zod'
import { findDisputedTask } from '../../storage/tasks/task-rows.ts'
import { defineTool } from '../core/define-tool.ts'
import { authored, timestamp, uuid } from '../core/schemas.ts'
import { signBoundEvidence } from '../endpoints/evidence-record.ts'
import { answeredBy, noSuchTask, taskId, taskState } from './task-schema.ts'
import { ERROR_CODES } from './task-states.ts'

const bundle = z.object({
  version: z.literal(1),
  broker_task_id: uuid,
  service_id: uuid,
  provider_agent_id: uuid,
  offer_revision_id: uuid,
  contract: authored(z.looseObject({})),
  contract_hash: z.string(),
  request_sha256: z.string(),
  payment_hash: z.string().nullable().describe('of the purchase of its entitlement; null if that was free'),
  artifact_sha256: z.array(z.string()),
  state: taskState,
  error_code: z.enum(ERROR_CODES).nullable(),
  states: z.array(z.object({ state: taskState, at: timestamp, answered_by: answeredBy.optional() })),
  created_at: timestamp,
  started_at: timestamp.nullable(),
  completed_at: timestamp.nullable(),
  deadline_at: timestamp,
  cancel_requested_at: timestamp.nullable(),
  evidence: z.string().describe('compact JWS'),
  receipt: z.string().nullable().describe('compact JWS; null until the task ends'),
})

export const getServiceBundle = defineTool({
  name: 'get_service_bundle',
  description: 'Read the evidence of a task for a dispute, as its consumer or provider.',
  scope: 'service:read',
  effect: 'read',
  listedOnMcp: false,
  input: z.object({ broker_task_id: taskId }),
  output: bundle,
  problems: ['not-found'],
  async handler({ broker_task_id }, context) {
    const task = await findDisputedTask(context.db, context.actor.agent_id, broker_task_id)
    if (!task) throw noSuchTask()
    const { id, provider_id, contract, history, error_code, binding_evidence: binding, ...rest } = task
    return {
      ...rest,
      version: 1 as const,
      broker_task_id: id,
      provider_agent_id: provider_id,
      contract: JSON.parse(contract),
      states: [...history],
      error_code: error_code as z.output<typeof bundle>['error_code'],
      evidence: await signBoundEvidence(context, { ...task, ...binding, owner_agent_id: provider_id }),
    }
  },
})

import { z } from 'zod'

const time = z.iso.datetime()

export const state = z.enum(['working', 'awaiting_input', 'completed', 'failed', 'cancelled', 'blocked_auth'])

export const invoked = z.looseObject({
  broker_task_id: z.uuid(),
  state,
  poll_after_seconds: z.int().min(2).max(30),
})

const artifact = z.looseObject({
  artifact_id: z.string(),
  name: z.string().optional(),
  kind: z.enum(['text', 'data']),
  text: z.string().optional(),
  data: z.unknown().optional(),
  media_type: z.string(),
  warnings: z.array(z.string()).min(1).optional(),
  provenance: z.looseObject({
    source: z.enum(['provider', 'provider_reference', 'broker']),
    provider_agent_id: z.uuid(),
    part_index: z.int(),
    uri: z.string().optional(),
    sha256: z.string().regex(/^[0-9a-f]{64}$/),
    received_at: time,
    untrusted: z.literal(true),
  }),
})

export const task = z.looseObject({
  ...{ broker_task_id: z.uuid(), state, service_id: z.uuid(), service_handle: z.string().nullable() },
  ...{ service_name: z.string().nullable(), offer_revision_id: z.uuid(), contract_hash: z.string() },
  ...{ message: z.string(), data: z.looseObject({}), input_prompt: z.string().nullable() },
  ...{ status_message: z.string().nullable(), artifacts: z.array(artifact), error_code: z.string().nullable() },
  ...{ failure_reason: z.string().nullable(), order_id: z.null(), entitlement_id: z.uuid() },
  ...{ allowance_restored: z.boolean(), created_at: time, updated_at: time, started_at: time.nullable() },
  provider: z.looseObject({ agent_id: z.uuid(), handle: z.string(), name: z.string() }).nullable(),
  ...{ completed_at: time.nullable(), deadline_at: time, cancel_requested_at: time.nullable() },
  ...{ poll_after_seconds: z.int().min(2).max(30), receipt_id: z.uuid().nullable() },
})

export const bundle = z.looseObject({
  contract: z.looseObject({}),
  ...{ contract_hash: z.string(), request_sha256: z.string(), artifact_sha256: z.array(z.string()), state },
  states: z.array(z.looseObject({ state, at: time, answered_by: z.enum(['owner', 'host']).optional() })),
  ...{ evidence: z.string(), receipt: z.string().nullable() },
})

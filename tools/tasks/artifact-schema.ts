import { z } from 'zod'
import { authored, jsonObject, timestamp, uuid } from '../core/schemas.ts'
import { COMPONENTS } from '../core/tool-json-schema.ts'

const provenance = z.object({
  source: z.enum(['provider', 'provider_reference', 'broker']),
  provider_agent_id: uuid,
  part_index: z.int(),
  filename: authored(z.string()).optional(),
  uri: authored(z.string()).optional(),
  sha256: z.string(),
  received_at: timestamp,
  untrusted: z.literal(true),
})

/** A part of a provider's result (TASK-50 to TASK-57). */
export const artifactSchema = z
  .object({
    artifact_id: authored(z.string()),
    name: authored(z.string()).optional(),
    kind: z.enum(['text', 'data']),
    text: authored(z.string()).optional(),
    data: authored(jsonObject).optional(),
    media_type: authored(z.string()),
    provenance,
    warnings: z.array(z.string()).optional(),
  })
  .register(COMPONENTS, { id: 'Artifact' })

export type Artifact = z.output<typeof artifactSchema>

import { z } from 'zod'
import { isServiceOpen } from '../../storage/endpoints/binding-owners.ts'
import { definePublicTool } from '../core/define-tool.ts'
import { timestamp } from '../core/schemas.ts'
import { serviceId } from '../services/service-schema.ts'
import { findBindingInForce } from './binding-in-force.ts'
import { signEvidence } from './evidence-record.ts'
import { notBound } from './find-record.ts'

export const getServiceEndpointEvidence = definePublicTool({
  name: 'get_service_endpoint_evidence',
  description: "Results of the last checks of a service's endpoint, signed so that anyone can verify them offline.",
  effect: 'read',
  input: z.object({ service_id: serviceId }),
  output: z.object({
    jws: z
      .string()
      .describe('compact JWS of typ colloquy-evidence+jwt, signed by a key from /.well-known/records-jwks.json'),
    evidence_valid_until: timestamp,
  }),
  problems: ['endpoint-not-bound'],
  async handler({ service_id }, context) {
    const { db, now } = context
    const isOpen = await isServiceOpen(db, service_id)
    const binding = isOpen ? await findBindingInForce(db, service_id, now) : undefined
    if (!binding?.is_eligible) throw notBound()
    return { jws: await signEvidence(context, binding), evidence_valid_until: binding.evidence_valid_until }
  },
})

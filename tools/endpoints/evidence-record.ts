import { signRecord } from '../broker/records.ts'
import type { Context } from '../kernel/context.ts'
import type { BindingRow } from './binding-in-force.ts'
import { presentOfferedEvidence } from './endpoint.ts'

/** What was found about the binding in force, as a record that is good for as long as its evidence (ENDP-50). */
export function signEvidence(
  context: Pick<Context, 'installation' | 'signingKey'>,
  binding: BindingRow,
): Promise<string> {
  const { service_id, owner_agent_id, binding_revision, skill_id, key_fingerprint, canonical_form } = binding
  return signRecord(context, 'colloquy-evidence+jwt', {
    ...{ iss: context.installation.baseUrl, sub: service_id },
    ...{ iat: seconds(binding.verified_at), exp: seconds(binding.evidence_valid_until) },
    ...{ service_id, provider_agent_id: owner_agent_id, binding_revision, skill_id, key_fingerprint, canonical_form },
    evidence: presentOfferedEvidence(binding),
  })
}

const seconds = (time: string) => Math.floor(Date.parse(time) / 1_000)

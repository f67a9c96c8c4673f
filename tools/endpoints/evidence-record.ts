import type { RevisionRow } from '../../storage/endpoints/revisions.ts'
import { signRecord } from '../broker/signed-records.ts'
import type { Context } from '../core/context.ts'
import type { BindingRow } from './binding-in-force.ts'
import { presentFoundEndpoint, presentOfferedEvidence } from './endpoint-schema.ts'

type Signing = Pick<Context, 'installation' | 'signingKey'>

/** A binding and its owner. */
export type BoundEndpoint = Pick<
  RevisionRow,
  'service_id' | 'binding_revision' | 'skill_id' | 'key_fingerprint' | 'canonical_form'
> & { owner_agent_id: string }

/** The results for the current binding as a signed record, valid as long as its evidence (ENDP-50). */
export const signEvidence = (context: Signing, binding: BindingRow): Promise<string> =>
  sign(context, binding, {
    iat: seconds(binding.verified_at),
    exp: seconds(binding.evidence_valid_until),
    evidence: presentOfferedEvidence(binding),
  })

/** The results at the time of binding: these stay true, so the record does not expire (TASK-84). */
export const signBoundEvidence = (
  context: Signing,
  binding: BoundEndpoint & Pick<RevisionRow, 'card_sha256' | 'evidence' | 'bound_at'>,
): Promise<string> =>
  sign(context, binding, { iat: seconds(binding.bound_at), evidence: presentFoundEndpoint(binding) })

function sign(context: Signing, binding: BoundEndpoint, found: object): Promise<string> {
  const { service_id, owner_agent_id, binding_revision, skill_id, key_fingerprint, canonical_form } = binding
  return signRecord(context, 'colloquy-evidence+jwt', {
    iss: context.installation.baseUrl,
    sub: service_id,
    service_id,
    provider_agent_id: owner_agent_id,
    binding_revision,
    skill_id,
    key_fingerprint,
    canonical_form,
    ...found,
  })
}

const seconds = (time: string) => Math.floor(Date.parse(time) / 1_000)

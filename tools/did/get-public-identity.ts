import { z } from 'zod'
import { findPublicIdentity } from '../../storage/did/public-identity.ts'
import { definePageQuery } from '../core/define-tool.ts'
import { Problem } from '../core/problems/problem.ts'
import { uuid } from '../core/schemas.ts'
import type { Settings } from '../core/setting-values.ts'
import { importPkcs1 } from '../keys/public-key.ts'
import { didOf } from './did.ts'

const notFound = () => new Problem('not-found', 'This agent does not exist.')

export const getPublicIdentity = definePageQuery({
  name: 'get_public_identity',
  description: 'The DID, the key and the verified domain of an agent.',
  input: z.object({ agent_id: uuid.describe('id of the agent') }),
  output: z.object({
    agent_id: uuid,
    did: z.string(),
    handle: z.string(),
    key_id: z.string(),
    public_key: z.string().describe('SubjectPublicKeyInfo in base64'),
    verified_domain: z.string().nullable(),
    moved_to: z.string().nullable().describe('URL of the profile that it moved to'),
  }),
  closed: (settings: Settings) => (settings['public_pages.enabled'] ? undefined : notFound()),
  problems: ['not-found'],
  async handler({ agent_id }, { db, installation }) {
    const found = await findPublicIdentity(db, agent_id)
    if (!found) throw notFound()
    const spki = importPkcs1(found.pkcs1).export({ format: 'der', type: 'spki' })
    return {
      agent_id,
      did: didOf(installation, agent_id),
      handle: found.handle,
      key_id: found.key_fingerprint,
      public_key: spki.toString('base64'),
      verified_domain: found.domain,
      moved_to: found.moved_to,
    }
  },
})

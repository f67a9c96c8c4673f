import { SignJWT } from 'jose'
import { z } from 'zod'
import { findProfiles } from '../../storage/agents/agent-rows.ts'
import { defineTool } from '../core/define-tool.ts'

/** Long enough to present it once. */
export const ID_TOKEN_SECONDS = 300
export const ID_TOKEN_ALGORITHM = 'RS256'

export const ID_TOKEN_CLAIMS = [
  ...['iss', 'sub', 'aud', 'iat', 'exp', 'jti', 'nonce'],
  ...['preferred_username', 'profile', 'agency_tier', 'owner_verified'],
]

const identifier = z
  .string()
  .min(1)
  .max(255)
  .regex(/^[\x21-\x7e]+$/, 'must be printable ASCII without spaces')

/**
 * An ID token of OpenID Connect, by which another site recognizes the agent. It names one audience, so that no site can
 * sign in elsewhere with what it received. Nothing is stored. RS256, because sites need not support anything else.
 */
export const createIdToken = defineTool({
  name: 'create_id_token',
  description: 'Create an OpenID Connect ID token, which proves to one other site who you are.',
  scope: null,
  effect: 'read',
  limit: 'id_tokens',
  input: z.object({
    audience: identifier.describe('URL or client ID by which that site calls itself'),
    nonce: identifier.optional().describe('value that the site issued'),
  }),
  output: z.object({ id_token: z.string(), expires_in: z.int() }),
  problems: [],
  async handler({ audience, nonce }, { batch, actor, installation: { baseUrl }, signingKey, newId, now }) {
    const { agent_id } = actor
    const row = (await batch(findProfiles, { viewer: actor.agent_id, id: agent_id, handle: '' }))!
    const iat = Math.floor(now.getTime() / 1000)
    const { id: kid, privateKey } = await signingKey('identity')
    const claims = {
      iss: baseUrl,
      sub: agent_id,
      aud: audience,
      iat,
      exp: iat + ID_TOKEN_SECONDS,
      jti: newId(),
      nonce,
      preferred_username: row.handle,
      profile: row.visibility === 'public' ? `${baseUrl}/@${row.handle}` : undefined,
      agency_tier: row.agency_tier,
      owner_verified: row.has_owner,
    }
    const id_token = await new SignJWT(claims)
      .setProtectedHeader({ alg: ID_TOKEN_ALGORITHM, kid, typ: 'JWT' })
      .sign(privateKey)
    return { id_token, expires_in: ID_TOKEN_SECONDS }
  },
})

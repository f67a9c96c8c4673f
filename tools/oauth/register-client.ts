import { z } from 'zod'
import { insertClient } from '../../storage/oauth/oauth-clients.ts'
import { definePublicTool } from '../core/define-tool.ts'
import { authored } from '../core/schemas.ts'
import { newClientExpiry } from './clients/client-lifetimes.ts'
import { readName, readUris } from './clients/client-metadata.ts'
import { GRANT_TYPES } from './grant-types.ts'

export const registerClient = definePublicTool({
  name: 'register_client',
  description: 'Register a client that agents can let act for them (RFC 7591). Clients have no secret and use PKCE.',
  effect: 'write',
  limit: 'client_registrations',
  input: z.object({
    redirect_uris: z.unknown().optional().describe('a list; https, or http on loopback'),
    client_name: z.unknown().optional().describe('shown to approvers'),
  }),
  takesAnyText: true,
  output: z.object({
    client_id: z.string(),
    client_id_issued_at: z.int(),
    client_name: authored(z.string()).optional(),
    redirect_uris: z.array(z.string()),
    token_endpoint_auth_method: z.literal('none'),
    grant_types: z.array(z.string()),
    response_types: z.array(z.string()),
  }),
  example: { input: { redirect_uris: ['http://127.0.0.1:33418/callback'], client_name: 'An MCP host' } },
  problems: ['invalid-redirect-uri', 'invalid-client-metadata'],
  async handler({ redirect_uris, client_name }, { db, newId, now }) {
    const client = { id: newId(), name: readName(client_name), redirect_uris: readUris(redirect_uris) }
    await insertClient(db, { ...client, created_at: now, expires_at: newClientExpiry(now) })
    return {
      client_id: client.id,
      client_id_issued_at: Math.floor(now.getTime() / 1000),
      ...(client.name === null ? {} : { client_name: client.name }),
      redirect_uris: client.redirect_uris,
      token_endpoint_auth_method: 'none' as const,
      grant_types: [...GRANT_TYPES],
      response_types: ['code'],
    }
  },
})

import { OAuthMetadataSchema, OAuthProtectedResourceMetadataSchema } from '@modelcontextprotocol/sdk/shared/auth.js'
import test from 'ava'
import { authorizationServer, protectedResource } from './oauth-metadata.ts'

const installation = { name: 'Colloquy', baseUrl: 'https://social.example', audiences: [] }

test('MCP clients can parse both metadata documents', t => {
  t.is(
    OAuthProtectedResourceMetadataSchema.parse(protectedResource(installation, '/mcp/x/feed')).resource,
    'https://social.example/mcp/x/feed',
  )
  const server = OAuthMetadataSchema.parse(authorizationServer(installation))
  t.is(server.token_endpoint, 'https://social.example/oauth/token')
  t.deepEqual(server.grant_types_supported, [
    'authorization_code',
    'refresh_token',
    'urn:ietf:params:oauth:grant-type:jwt-bearer',
  ])
})

import test from 'ava'
import { stripPublicPrefix } from './public-prefix-path.ts'

for (const [prefix, path, below] of [
  ['', '/api/v1/aui/feed', '/api/v1/aui/feed'],
  ['/social', '/social/api/v1/aui/feed', '/api/v1/aui/feed'],
  ['/social', '/api/v1/aui/feed', '/api/v1/aui/feed'],
  ['/social', '/social', '/'],
  ['/social', '/social/', '/'],
  ['/social', '/social/nothing', '/nothing'],
  ['/social', '/socialites', '/socialites'],
  ['/social', '/nothing', '/nothing'],
  ['/a/b', '/a/b/mcp/x/feed', '/mcp/x/feed'],
  ['/a/b', '/a/mcp', '/a/mcp'],
  // a prefix that is a beginning of the API prefix
  ['/api', '/api/api/v1/aui/feed', '/api/v1/aui/feed'],
  ['/api', '/api/v1/aui/feed', '/api/v1/aui/feed'],
  ['/api', '/api/healthz', '/healthz'],
  ['/api/v1', '/api/v1/aui/feed', '/api/v1/aui/feed'],
  ['/api/v1', '/api/v1/api/v1/aui/feed', '/api/v1/aui/feed'],
  ['/mcp', '/mcp', '/mcp'],
  ['/mcp', '/mcp/mcp', '/mcp'],
  ['/mcp', '/mcp/readonly', '/mcp/readonly'],
  ['/mcp', '/mcp/mcp/readonly', '/mcp/readonly'],
  ['/p', '/p/0123456789ab', '/p/0123456789ab'],
  ['/p', '/p/p/0123456789ab', '/p/0123456789ab'],
  // the paths of metadata by RFC 9728 and RFC 8414
  ['/social', '/.well-known/oauth-protected-resource/social/mcp', '/.well-known/oauth-protected-resource/mcp'],
  ['/social', '/.well-known/oauth-protected-resource/mcp', '/.well-known/oauth-protected-resource/mcp'],
  ['/social', '/social/.well-known/oauth-protected-resource/mcp', '/.well-known/oauth-protected-resource/mcp'],
  ['/social', '/.well-known/oauth-protected-resource/social', '/.well-known/oauth-protected-resource'],
  ['/social', '/.well-known/oauth-authorization-server/social', '/.well-known/oauth-authorization-server'],
  ['/social', '/.well-known/oauth-authorization-server', '/.well-known/oauth-authorization-server'],
  ['/social', '/.well-known/oauth-authorization-server/other', '/.well-known/oauth-authorization-server/other'],
  ['/mcp', '/.well-known/oauth-protected-resource/mcp/readonly', '/.well-known/oauth-protected-resource/mcp/readonly'],
  ['/mcp', '/.well-known/oauth-protected-resource/mcp/mcp', '/.well-known/oauth-protected-resource/mcp'],
  ['/mcp', '/.well-known/oauth-authorization-server/mcp', '/.well-known/oauth-authorization-server'],
] as const) {
  test(`below the prefix '${prefix}', ${path} is ${below}`, t => {
    t.is(stripPublicPrefix(prefix, path), below)
  })
}

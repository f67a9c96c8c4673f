import type { BenchContext } from '../bench-context.ts'
import { listTools, tokenFor } from '../mcp.ts'
import type { Outcome } from '../outcome.ts'

const TOOLSETS = ['content', 'feed', 'social', 'spaces', 'dm', 'notifications', 'services']
export const ADDRESSES = ['/mcp', '/mcp/readonly', ...TOOLSETS.map(name => `/mcp/x/${name}`)]
export const SCOPES =
  'feed:read post:write social:write profile:write space:read dm:read dm:write notifications:read service:read service:invoke'

/** Measured on names, descriptions and inputs with o200k_base; 4.56 with cl100k_base. */
const BYTES_OF_A_TOKEN = 4.46

/** The tokens that a host pays for the tools at each path, with a token for all scopes. */
export async function tools({ keys, agents, product }: BenchContext): Promise<Outcome> {
  await agents(1)
  const { baseUrl } = await product()
  const token = await tokenFor(baseUrl, keys, 0, SCOPES)
  const rows: string[][] = []
  for (const address of ADDRESSES) {
    const listed = await listTools(`${baseUrl}${address}`, token)
    const bare = listed.map(({ outputSchema: _, ...tool }) => tool)
    const each = listed.length === 0 ? 0 : Math.round(bytes(listed) / listed.length)
    const read = listed.map(({ name, description, inputSchema }) => ({ name, description, inputSchema }))
    const tokens = Math.round(bytes(read) / BYTES_OF_A_TOKEN)
    rows.push([address, ...[listed.length, bytes(listed), bytes(bare), each, tokens].map(String)])
  }
  return {
    name: 'TOOLS',
    title: 'bytes of tools/list',
    measured: [],
    checks: [],
    table: { head: ['', 'tools', 'bytes', 'without output schemas', 'bytes a tool', 'tokens'], rows },
    notes: [
      'a token of all scopes; the same in every era; no load, so the same on every machine',
      'tokens: of names, descriptions and inputs, which is what a model reads',
    ],
  }
}

const bytes = (listed: object): number => Buffer.byteLength(JSON.stringify(listed))

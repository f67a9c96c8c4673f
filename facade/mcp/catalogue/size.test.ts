import test from 'ava'
import { SCOPES } from '../../../tools/core/scopes.ts'
import { TOOLS } from '../../../tools/registry.ts'
import { FEATURES } from '../features/features.ts'
import { createCatalogues } from './tool-catalogue.ts'

interface Listed {
  name: string
  description: string
  inputSchema: object
}

const catalogues = createCatalogues(TOOLS, { everywhere: FEATURES, added: new Map() })
const listAt = (address: string): Listed[] => JSON.parse(catalogues.get(address)?.list(SCOPES) ?? '')

/** Measured of these lists with o200k_base; cl100k_base has 4.56. */
const BYTES_OF_A_TOKEN = 4.46

/** What a model reads before it says a word. */
const tokensOf = (listed: Listed[]): number => {
  const read = listed.map(({ name, description, inputSchema }) => ({ name, description, inputSchema }))
  return Buffer.byteLength(JSON.stringify(read)) / BYTES_OF_A_TOKEN
}

const TOKENS = 9_000
/** As many as there will be. */
const EXPECTED_TOOLS = 95

test(`names, descriptions and inputs of all tools have less than ${TOKENS} tokens`, t => {
  const all = listAt('/mcp')
  const tokens = tokensOf(all)
  t.true(tokens < TOKENS, `${tokens} tokens`)
  const each = tokens / all.length
  t.true(each * EXPECTED_TOOLS < TOKENS, `${each.toFixed(1)} tokens a tool`)
})

test('those of a toolset have less than 2,000', t => {
  for (const address of catalogues.keys()) {
    if (!address.startsWith('/mcp/x/') || address.endsWith('/push')) continue
    const tokens = tokensOf(listAt(address))
    t.true(tokens < 2_000, `${address}: ${tokens} tokens`)
  }
})

// Counts the tokens (o200k_base) of each tool list: what a model reads (names, descriptions, inputs), and the whole.
// Fails above a limit.
import { countTokens } from 'gpt-tokenizer/encoding/o200k_base'
import { createCatalogues } from '../../dist/facade/mcp/catalogue/tool-catalogue.js'
import { createFeatures } from '../../dist/facade/mcp/features/features.js'
import { SCOPES } from '../../dist/tools/core/scopes.js'
import { TOOLS } from '../../dist/tools/registry.js'

/** By path; the other paths list all toolsets. */
const CEILINGS = {
  '/mcp': { read: 9_000, whole: 14_000 },
  '/mcp/readonly': { read: 4_000, whole: 7_500 },
  '/mcp/x/daily': { read: 2_000, whole: 4_000 },
  '/mcp/x/lean': { read: 2_000, whole: 3_000 },
}
const TOOLSET = { read: 2_000, whole: 4_000 }

const catalogues = createCatalogues(
  TOOLS,
  createFeatures({ all: () => catalogues.get('/mcp'), guides: new Map(), skills: [] }),
)
const seen = new Set()
let failed = 0
console.log('tools  read  whole  list')
for (const { address, push, list } of catalogues.values()) {
  const text = list(SCOPES)
  if (push || seen.has(text)) continue
  seen.add(text)
  const tools = JSON.parse(text)
  const read = countTokens(
    JSON.stringify(tools.map(({ name, description, inputSchema }) => [name, description, inputSchema])),
  )
  const whole = countTokens(text)
  const ceiling = CEILINGS[address] ?? TOOLSET
  const isOver = read > ceiling.read || whole > ceiling.whole
  if (isOver) failed++
  const row = [
    [tools.length, 5],
    [read, 5],
    [whole, 6],
  ].map(([figure, width]) => String(figure).padStart(width))
  console.log(`${row.join(' ')}  ${address}${isOver ? `: over ${ceiling.read} or ${ceiling.whole}` : ''}`)
}
process.exitCode = failed > 0 ? 1 : 0

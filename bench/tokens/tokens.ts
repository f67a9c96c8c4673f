import { countTokens } from 'gpt-tokenizer/encoding/o200k_base'
import type { BenchContext } from '../bench-context.ts'
import { BEFORE } from '../builds/builds.ts'
import { listTools, tokenFor } from '../mcp.ts'
import type { Check, Outcome } from '../outcome.ts'
import type { Product } from '../product.ts'
import { ADDRESSES, SCOPES } from '../rows/tools.ts'
import { type Reading, readHour } from './hour.ts'
import { AGENTS, openTokenScene } from './town.ts'

const BRIEF = ', in brief'

/** Excluded from the totals of the hour. */
const APART = 'get_feed, 8'

/** The tokens that a model reads: an agent's hour by tool, as text and as structured content, and the tool lists. */
export async function tokens({ keys, agents, products }: BenchContext): Promise<Outcome> {
  await agents(AGENTS)
  const rows: string[][] = []
  const checks: Check[] = []
  for (const product of await products()) {
    const town = await openTokenScene(product.baseUrl, keys)
    const hour = await readHour(town, countTokens)
    rows.push(...hour.map(reading => rowOf(reading, product.suffix)), sumOf(hour, product.suffix))
    rows.push(...(await listed(product, await tokenFor(product.baseUrl, keys, 0, SCOPES))))
    if (product.suffix === BEFORE) continue
    const brief = await readHour(town, countTokens, { view: 'brief' })
    rows.push(...brief.map(reading => rowOf(reading, BRIEF)), sumOf(brief, BRIEF))
    checks.push(...judge(hour, brief))
  }
  return {
    name: 'TOKENS',
    title: "an agent's hour as its model reads it, in tokens of o200k_base",
    measured: [],
    checks,
    table: { head: ['', 'calls', 'text', 'structured content', 'text a call'], rows },
    notes: [
      'posts of 500 characters with two hashtags, comments of 200; no load, so the same on every machine',
      'of tools/list: names, descriptions and inputs as text, all that is sent as structured content',
      `the hour is without ${APART}`,
    ],
  }
}

const total = (hour: readonly Reading[], figure: 'text' | 'structured' | 'calls'): number =>
  hour.filter(({ what }) => what !== APART).reduce((sum, reading) => sum + reading[figure], 0)

const rowOf = ({ what, calls, text, structured }: Reading, suffix: string): string[] => [
  `${what}${suffix}`,
  ...[calls, text, structured, Math.round(text / calls)].map(String),
]

const sumOf = (hour: readonly Reading[], suffix: string): string[] =>
  rowOf(
    { what: 'the hour', calls: total(hour, 'calls'), text: total(hour, 'text'), structured: total(hour, 'structured') },
    suffix,
  )

/** The same hour at 3db370d, where the text repeated the structured content. */
const FORMER = 81_854

const judge = (hour: readonly Reading[], brief: readonly Reading[]): Check[] => [
  ...(['text', 'structured'] as const).map(figure => ({
    ...{ what: `${figure} in brief, of what it was`, value: total(brief, figure) / FORMER, unit: '%' as const },
    ...{ isLessBetter: true, aim: 0.25 },
  })),
  {
    what: 'text, of what it was',
    value: total(hour, 'text') / FORMER,
    unit: '%',
    isLessBetter: true,
    must: 0.5,
    aim: 0.25,
  },
]

async function listed({ baseUrl, suffix }: Product, token: string): Promise<string[][]> {
  const rows: string[][] = []
  for (const address of ADDRESSES) {
    const all = await listTools(`${baseUrl}${address}`, token)
    const read = all.map(({ name, description, inputSchema }) => ({ name, description, inputSchema }))
    const reading = { calls: 1, text: countTokens(JSON.stringify(read)), structured: countTokens(JSON.stringify(all)) }
    rows.push(rowOf({ what: `tools/list of ${address}, ${all.length} tools`, ...reading }, suffix))
  }
  return rows
}

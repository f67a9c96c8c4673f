import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import type { Identity } from '../../conformance/clients/signing.ts'
import { openWorld, type World } from '../../conformance/world.ts'
import type { BenchContext } from '../bench-context.ts'
import { ROOT } from '../builds/builds.ts'
import type { Outcome } from '../outcome.ts'
import { median } from '../rounds.ts'
import { hostileSvgs } from './setup/svg-inputs.ts'

const MUST_MS = 20
const VECTORS = path.join(ROOT, '../shared/vectors/svg')

interface Timing {
  svg: number[]
  /** The same content as text, or as a type that is refused where the SVG is. */
  other: number[]
}

/** The cost of sanitizing: the same content as SVG and as another type, alternating, one request at a time. */
export async function svg({ isQuick, product }: BenchContext): Promise<Outcome> {
  const world = await openWorld((await product()).baseUrl, { isLimited: false })
  const ann = await world.agent('svg')
  const repeats = isQuick ? 10 : 40
  const hostile = Object.entries(hostileSvgs())
  const vectors = readVectors()
  for (const [, content] of hostile) await time(world, ann, content, 2)
  const rows: [string, Timing][] = []
  for (const [what, content] of hostile) rows.push([what, await time(world, ann, content, repeats)])
  const timings = []
  for (const content of vectors) timings.push(await time(world, ann, content, 3))
  const limit = { unit: 'ms', isLessBetter: true, must: MUST_MS } as const
  return {
    name: 'SVG',
    title: 'what sanitizing adds to a post of 25,000 characters',
    measured: [],
    checks: [
      ...rows.map(([what, timing]) => ({ what, value: added(timing), ...limit })),
      ...(timings.length > 0
        ? [{ what: `slowest of ${timings.length} collected`, value: Math.max(...timings.map(added)), ...limit }]
        : []),
    ],
    notes: [
      `medians of ${repeats} posts as image/svg+xml, less those of the same as text/plain`,
      'where the SVG is refused, less those of a content_type that is refused: no write on either side',
    ],
  }
}

const added = ({ other, svg }: Timing) => Math.max(0, median(svg) - median(other))

async function time(world: World, agent: Identity, content: string, repeats: number): Promise<Timing> {
  const post = async (content_type: string) => {
    const payload = { content, content_type, message: world.text('') }
    const startedAt = performance.now()
    const { status } = await world.call(agent, 'POST', '/posts', payload)
    return { status, ms: performance.now() - startedAt }
  }
  const timing: Timing = { other: [], svg: [] }
  for (let turn = 0; turn < repeats; turn++) {
    const { status, ms } = await post('image/svg+xml')
    const other = await post(status === 201 ? 'text/plain' : 'text/html')
    if (other.status !== status) throw new Error(`posts were answered ${status} and ${other.status}`)
    timing.svg.push(ms)
    timing.other.push(other.ms)
  }
  return timing
}

/** Third-party collections of hostile drawings, if they are present. */
function readVectors(): string[] {
  if (!existsSync(VECTORS)) return []
  const read = (name: string) => readFileSync(path.join(VECTORS, name), 'utf8')
  const files = readdirSync(VECTORS).filter(name => name.endsWith('.svg'))
  const payloads = JSON.parse(read('markup.json')) as { payload: string }[]
  return [...files.map(read), ...payloads.map(({ payload }) => payload)]
}

import {
  findEventPages,
  findEventsAfter,
  findEventsLike,
  findHiddenEvents,
} from '../../storage/events/visible-events.ts'
import type { AgentActor } from '../../tools/core/context.ts'
import { PUBLIC_PAGE_QUERIES } from '../../tools/public-page-registry.ts'
import { PUBLIC_TOOLS, TOOLS } from '../../tools/registry.ts'
import { FAMILIES } from '../features/index.ts'
import type { TestWorld } from '../fixtures/test-world.ts'
import { transcribe } from './transcript.ts'
import type { TwinScene } from './twin-scene.ts'

/** The inputs for each tool that reads. */
export const READ_INPUTS: Record<string, (scene: TwinScene) => object[]> = Object.assign(
  {},
  ...FAMILIES.map(({ readInputs }) => readInputs),
)

/** Includes reads that move a cursor, which are writes by their effect. */
export const READS = [...TOOLS, ...PUBLIC_TOOLS, ...PUBLIC_PAGE_QUERIES].filter(
  ({ name, effect }) => effect === 'read' || /^(list|read)_/.test(name),
)

/** The reads that anonymous clients may use. */
export const ANONYMOUS_READS = READS.filter(tool => tool.audience !== 'agent' || tool.allowsAnonymous)

/** The events of an agent, by each statement that reads them. */
export async function replays({ db }: TestWorld, { agent_id: recipient }: AgentActor) {
  return [
    await findEventsAfter(db, recipient, 0, 100),
    await findEventsLike(db, recipient, 0, ['%'], 100),
    await findHiddenEvents(db, recipient, 0, { notifiedUpTo: 0, like: [] }, 100),
    await findEventPages.run(db, [{ recipient, after: 0, limit: 100 }]),
  ]
}

/** Follows `next_cursor` up to the last page. */
export async function readAllPages(world: TestWorld, tool: (typeof READS)[number], actor: AgentActor, input: object) {
  const pages: object[] = []
  let cursor: string | null | undefined
  do {
    const query = { ...input, ...(cursor && { cursor }) }
    const page = await transcribe(world, tool, tool.audience === 'agent' ? actor : { kind: 'anyone' }, query)
    pages.push(page)
    cursor = 'limit' in input && 'next_cursor' in page ? (page.next_cursor as string | null) : null
  } while (cursor && pages.length < 30)
  return pages
}

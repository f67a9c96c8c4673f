import { findEventPages, findEventsAfter, findEventsLike, findEventsNotTold } from '../../storage/events/told.ts'
import type { AgentActor } from '../../tools/kernel/context.ts'
import { LOOKING_TOOLS } from '../../tools/looking-registry.ts'
import { PUBLIC_TOOLS, TOOLS } from '../../tools/registry.ts'
import { FAMILIES } from '../families/index.ts'
import type { World } from '../worlds/world.ts'
import type { Scene } from './scene.ts'
import { ask } from './transcript.ts'

/** What is asked of each tool that reads. */
export const ASKED: Record<string, (scene: Scene) => object[]> = Object.assign(
  {},
  ...FAMILIES.map(({ asked }) => asked),
)

/** A read that moves a place, as some do, is a write by its effect. */
export const READS = [...TOOLS, ...PUBLIC_TOOLS, ...LOOKING_TOOLS].filter(
  ({ name, effect }) => effect === 'read' || /^(list|read)_/.test(name),
)

/** Those that somebody without an identity may ask too. */
export const LOOKS = READS.filter(tool => tool.audience !== 'agent' || tool.forStrangers)

/** The events of an agent, by each way to read them. */
export async function replays({ db }: World, { agent_id: recipient }: AgentActor) {
  return [
    await findEventsAfter(db, recipient, 0, 100),
    await findEventsLike(db, recipient, 0, ['%'], 100),
    await findEventsNotTold(db, recipient, 0, { told: 0, like: [] }, 100),
    await findEventPages.run(db, [{ recipient, after: 0, limit: 100 }]),
  ]
}

/** The last page names no next one. */
export async function walk(world: World, tool: (typeof READS)[number], actor: AgentActor, input: object) {
  const pages: object[] = []
  let cursor: string | null | undefined
  do {
    const asked = { ...input, ...(cursor && { cursor }) }
    const page = await ask(world, tool, tool.audience === 'agent' ? actor : { kind: 'anyone' }, asked)
    pages.push(page)
    cursor = 'limit' in input && 'next_cursor' in page ? (page.next_cursor as string | null) : null
  } while (cursor && pages.length < 30)
  return pages
}

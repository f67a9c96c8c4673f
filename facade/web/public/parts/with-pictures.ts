import { listPictures } from '../../../../tools/public-pages/list-pictures.ts'
import type { PageContext } from '../../page-context.ts'
import type { ShownComment } from './comment-path.ts'

export type Picture = { url: string } | null

/** Adds pictures to agents from outputs that do not contain them. */
export async function withPictures<Agent extends { id: string }>(
  { read }: PageContext,
  agents: readonly Agent[],
): Promise<(Agent & { agent_picture: Picture })[]> {
  const known = await picturesOf(
    { read },
    agents.map(({ id }) => id),
  )
  return agents.map(agent => ({ ...agent, agent_picture: known.get(agent.id) ?? null }))
}

/** The pictures of these agents, by id. */
export async function picturesOf(
  { read }: Pick<PageContext, 'read'>,
  ids: readonly string[],
): Promise<Map<string, Picture>> {
  if (ids.length === 0) return new Map()
  const { pictures } = await read(listPictures, { agent_ids: [...new Set(ids)] })
  return new Map(pictures.map(({ agent_id, agent_picture }) => [agent_id, agent_picture]))
}

/** The pictures of the authors of comments; people have none. */
export const picturesOfAuthors = (visit: PageContext, comments: readonly ShownComment[]) =>
  picturesOf(
    visit,
    comments.flatMap(({ agent_handle, agent_id }) => (agent_handle === null ? [] : (agent_id ?? []))),
  )

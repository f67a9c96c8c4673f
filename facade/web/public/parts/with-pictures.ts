import { listPictures } from '../../../../tools/public-pages/list-pictures.ts'
import type { PageContext } from '../../page-context.ts'

type Picture = { url: string } | null

/** Adds pictures to agents from outputs that do not contain them. */
export async function withPictures<Agent extends { id: string }>(
  { read }: PageContext,
  agents: readonly Agent[],
): Promise<(Agent & { agent_picture: Picture })[]> {
  if (agents.length === 0) return []
  const { pictures } = await read(listPictures, { agent_ids: agents.map(({ id }) => id) })
  const known = new Map(pictures.map(({ agent_id, agent_picture }) => [agent_id, agent_picture]))
  return agents.map(agent => ({ ...agent, agent_picture: known.get(agent.id) ?? null }))
}

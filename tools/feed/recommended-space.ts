import { z } from 'zod'
import { RECOMMENDED_CHARACTERS } from '../../storage/spaces/trending-spaces.ts'
import type { Context } from '../core/context.ts'
import { authored, uuid } from '../core/schemas.ts'
import { excerpt } from '../core/text/plain-excerpt.ts'

/** FEED-36 */
export const recommendedSpace = z.object({
  id: uuid,
  handle: z.string(),
  name: authored(z.string()),
  description: authored(z.string().describe(`its first ${RECOMMENDED_CHARACTERS} characters`)),
  topic_tags: authored(z.array(z.string())),
  member_count: z.int().min(0),
})

/** Active spaces that the agent is not in. */
export async function recommendSpaces({ recentFeed, actor }: Context) {
  const spaces = await recentFeed.recommendedTo(actor.agent_id)
  return spaces.map(({ description, ...space }) => ({
    ...space,
    description: excerpt(description, RECOMMENDED_CHARACTERS),
  }))
}

import { z } from 'zod'
import {
  countDiscoverableAgents,
  countLatestPosts,
  countOpenSpaces,
} from '../../storage/public-pages/listed-content.ts'
import { definePageQuery } from '../core/define-tool.ts'
import { DAY } from '../core/durations.ts'
import { lowestIdAt } from '../core/text/uuid-time.ts'

/** Counted only up to this number, since the page needs no exact values. */
export const MAX_COUNTED = 10_000

const count = z.int().min(0).describe(`${MAX_COUNTED} means that many or more`)

export const getActivityStats = definePageQuery({
  name: 'get_activity_stats',
  description: 'The number of discoverable agents and spaces, and of posts in the last week.',
  input: z.object({}),
  output: z.object({ agents: count, spaces: count, posts_of_week: count }),
  problems: [],
  async handler(_, { db, now }) {
    const week = lowestIdAt(now.getTime() - 7 * DAY)
    const [agents, spaces, posts_of_week] = await Promise.all([
      countDiscoverableAgents(db, MAX_COUNTED),
      countOpenSpaces(db, MAX_COUNTED),
      countLatestPosts(db, week, MAX_COUNTED),
    ])
    return { agents, spaces, posts_of_week }
  },
})

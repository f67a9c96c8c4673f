import { z } from 'zod'
import { countListed } from '../../storage/looking/newest.ts'
import { OLDEST } from '../kernel/cursor.ts'
import { defineLookingTool } from '../kernel/define.ts'
import { DAY } from '../kernel/durations.ts'
import { lowestIdAt } from '../kernel/text/lowest-id.ts'

/** No more are counted: the figures are for a glance. */
export const COUNTED_MOST = 10_000

const count = z.int().min(0).describe(`${COUNTED_MOST} stands for that or more`)

export const getLiveliness = defineLookingTool({
  name: 'get_liveliness',
  description: 'How many agents and spaces there are that readers are led to, and how much was posted within a week.',
  input: z.object({}),
  output: z.object({ agents: count, spaces: count, posts_of_week: count }),
  problems: [],
  async handler(_, { db, now }) {
    const week = lowestIdAt(now.getTime() - 7 * DAY)
    const [agents, spaces, posts_of_week] = await Promise.all([
      countListed(db, 'agents', OLDEST, COUNTED_MOST),
      countListed(db, 'spaces', OLDEST, COUNTED_MOST),
      countListed(db, 'posts', week, COUNTED_MOST),
    ])
    return { agents, spaces, posts_of_week }
  },
})

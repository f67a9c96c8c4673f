import { fillSpaceTokens, findUnsearchableSpaces, hasUnsearchableSpaces } from '../../storage/search/space-search.ts'
import { nameTokens } from '../agents/search-tokens.ts'
import { SECOND } from '../core/durations.ts'
import type { Job } from '../core/jobs/job-runner.ts'
import { processRows } from '../core/jobs/row-queue.ts'

const SPACES = 200

/** Indexes new and changed spaces. */
export const spaceTokensJob: Job = {
  name: 'index_spaces',
  everyMs: SECOND,
  isDue: hasUnsearchableSpaces,
  async run(work) {
    const { db } = work
    const more = await processRows(work, {
      name: 'index_spaces',
      limit: SPACES,
      find: limit => findUnsearchableSpaces(db, limit),
      idOf: ({ id }) => id,
      async process(space) {
        const { handle, name, description, topic_tags } = space
        await fillSpaceTokens(db, space, nameTokens(handle, name, description, ...topic_tags))
      },
    })
    return { more }
  },
}

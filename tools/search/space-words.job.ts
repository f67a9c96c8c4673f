import { fillSpaceWords, findUnsearchableSpaces } from '../../storage/search/spaces.ts'
import { nameWords } from '../agents/words.ts'
import type { Job } from '../kernel/jobs.ts'
import { processRows } from '../kernel/row-queue.ts'

const SPACES = 200

/** Makes spaces found that were made, renamed or described anew. */
export const spaceWordsJob: Job = {
  name: 'find words of spaces',
  everyMs: 500,
  isDue: async db => (await findUnsearchableSpaces(db, 1)).length > 0,
  async run(work) {
    const { db } = work
    const more = await processRows(work, {
      name: 'find words of spaces',
      limit: SPACES,
      find: limit => findUnsearchableSpaces(db, limit),
      idOf: ({ id }) => id,
      async process(space) {
        const { handle, name, description, topic_tags } = space
        await fillSpaceWords(db, space, nameWords(handle, name, description, ...topic_tags))
      },
    })
    return { more }
  },
}

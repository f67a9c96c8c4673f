import { fillExcerpts, findPostsWithoutExcerpt } from '../../storage/posts/excerpts.ts'
import { MINUTE } from '../kernel/durations.ts'
import type { Job } from '../kernel/jobs.ts'
import { svgExcerpt } from './markup.ts'

const BATCH = 100

/** Reads the texts of SVG posts that a migration or a server of an earlier version left unread. */
export const excerptsJob: Job = {
  name: 'fill excerpts of SVG posts',
  everyMs: MINUTE,
  async run({ db }) {
    const posts = await findPostsWithoutExcerpt(db, BATCH)
    await fillExcerpts(
      db,
      posts.map(({ id, content }) => ({ id, excerpt: svgExcerpt(content) })),
    )
    return { more: posts.length === BATCH }
  },
}

import { fillExcerpts, findPostsWithoutExcerpt } from '../../storage/posts/excerpts.ts'
import { fillingJob } from '../kernel/filling-job.ts'
import type { Job } from '../kernel/jobs.ts'
import { svgExcerpt } from './markup.ts'

/** Reads the texts of SVG posts that nobody has read yet. */
export const excerptsJob: Job = fillingJob('fill excerpts of SVG posts', 100, {
  find: findPostsWithoutExcerpt,
  fill: (db, posts) =>
    fillExcerpts(
      db,
      posts.map(({ id, content }) => ({ id, excerpt: svgExcerpt(content) })),
    ),
})

import { fillExcerpts, findPostsWithoutExcerpt } from '../../../storage/posts/missing-excerpts.ts'
import { backfillJob } from '../../core/jobs/backfill-job.ts'
import type { Job } from '../../core/jobs/job-runner.ts'
import { svgExcerpt } from './markup-excerpt.ts'

/** Extracts the texts of SVG posts without an excerpt. */
export const excerptsJob: Job = backfillJob('fill excerpts of SVG posts', 100, {
  find: findPostsWithoutExcerpt,
  fill: (db, posts) =>
    fillExcerpts(
      db,
      posts.map(({ id, content }) => ({ id, excerpt: svgExcerpt(content) })),
    ),
})

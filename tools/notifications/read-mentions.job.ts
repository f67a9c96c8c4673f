import { markReadMentions } from '../../storage/notifications/mark-mentions.ts'
import type { Job } from '../core/jobs/job-runner.ts'

/** Marks mentions as read beyond what a request marks, in batches. */
export const readMentionsJob: Job = {
  name: 'mark_mentions_read',
  everyMs: 1_000,
  run: ({ db }) => markReadMentions(db),
}

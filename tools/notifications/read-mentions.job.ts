import { markReadMentions } from '../../storage/notifications/mark-mentions.ts'
import type { Job } from '../core/job-runner.ts'

/** Marks what agents have read beyond what a request marks, slice after slice. */
export const readMentionsJob: Job = {
  name: 'mark_mentions_read',
  everyMs: 1_000,
  run: ({ db }) => markReadMentions(db),
}

import { markReadMentions } from '../../storage/notifications/read-mentions.ts'
import type { Job } from '../kernel/jobs.ts'

/** Marks what agents have read beyond what a request marks, slice after slice. */
export const readMentionsJob: Job = {
  name: 'mark mentions as read',
  everyMs: 1_000,
  run: ({ db }) => markReadMentions(db),
}

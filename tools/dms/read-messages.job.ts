import { markReadMessages } from '../../storage/dms/read-through.ts'
import type { Job } from '../core/jobs/job-runner.ts'

/** Marks messages as read beyond what a request marks, in batches. */
export const readMessagesJob: Job = {
  name: 'mark_messages_read',
  everyMs: 1_000,
  run: ({ db }) => markReadMessages(db),
}

import { markReadMessages } from '../../storage/dms/read-through.ts'
import type { Job } from '../core/job-runner.ts'

/** Marks what agents have read beyond what a request marks, slice after slice. */
export const readMessagesJob: Job = {
  name: 'mark_messages_read',
  everyMs: 1_000,
  run: ({ db }) => markReadMessages(db),
}

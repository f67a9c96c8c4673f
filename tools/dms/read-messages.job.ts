import { markReadMessages } from '../../storage/dms/read-through.ts'
import type { Job } from '../kernel/jobs.ts'

/** Marks what agents have read beyond what a request marks, slice after slice. */
export const readMessagesJob: Job = {
  name: 'mark messages as read',
  everyMs: 1_000,
  run: ({ db }) => markReadMessages(db),
}

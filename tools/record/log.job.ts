import { hasWaitingActs } from '../../storage/record/public-acts.ts'
import { SECOND } from '../core/durations.ts'
import type { Job } from '../core/jobs/job-runner.ts'
import { appendToLog } from './append-to-log.ts'
import { logOrigin } from './signed-note.ts'

const BATCH = 500

/** Appends acts to the transparency log, in the order in which they were written (RECORD-20). */
export const logJob: Job = {
  name: 'append_to_log',
  everyMs: SECOND,
  isDue: hasWaitingActs,
  async run({ transaction, signingKey, installation, randomBytes, now }) {
    const { privateKey } = await signingKey('log')
    const terms = { origin: logOrigin(installation.baseUrl), privateKey, randomBytes, now, limit: BATCH }
    const read = await transaction(({ db }) => appendToLog(db, terms))
    return { more: read === BATCH }
  },
}

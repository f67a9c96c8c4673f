import { fillSearchWords, findUnsearchableAgents } from '../../storage/discovery/search.ts'
import { MINUTE } from '../kernel/durations.ts'
import type { Job } from '../kernel/jobs.ts'
import { searchWords } from './words.ts'

const BATCH = 500

/** Makes agents searchable whose words a migration or a seed left empty. */
export const wordsJob: Job = {
  name: 'fill search words',
  everyMs: MINUTE,
  async run({ db }) {
    const agents = await findUnsearchableAgents(db, BATCH)
    await Promise.all(agents.map(agent => fillSearchWords(db, agent, searchWords(agent))))
    return { more: agents.length === BATCH }
  },
}

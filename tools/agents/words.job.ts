import { fillSearchWords, findUnsearchableAgents } from '../../storage/search/agents.ts'
import { fillingJob } from '../kernel/filling-job.ts'
import type { Job } from '../kernel/jobs.ts'
import { searchWords } from './words.ts'

/** Makes agents searchable whose words are not there yet. */
export const wordsJob: Job = fillingJob('fill search words', 100, {
  find: findUnsearchableAgents,
  fill: (db, agents) => Promise.all(agents.map(agent => fillSearchWords(db, agent, searchWords(agent)))),
})

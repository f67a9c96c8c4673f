import { SQL } from 'sql-template-strings'
import { NEWEST_ID } from '../../tools/core/pagination-cursor.ts'
import { type FeatureCoverage, PAGES } from '../feature-coverage.ts'

export const oversight: FeatureCoverage = {
  readInputs: { list_oversight: () => PAGES },
  forReaders: ['find_agents', 'list_agents', 'show_agent'],
  async seedRows({ db, runtime }, { agent_id }) {
    await db.many(SQL`
      insert into oversight_access (id, agent_id, user_id, looked_at_what, created_at)
      values (${runtime.newId()}, ${agent_id}, ${NEWEST_ID}, 'spaces', '2026-11-21')`)
  },
}

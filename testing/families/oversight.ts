import { SQL } from 'sql-template-strings'
import { NEWEST } from '../../tools/kernel/cursor.ts'
import { type Family, PAGES } from '../family.ts'

export const oversight: Family = {
  asked: { list_oversight: () => PAGES },
  forReaders: ['find_agents', 'list_agents', 'show_agent'],
  async settle({ db, runtime }, { agent_id }) {
    await db.many(SQL`
      insert into oversight_look (id, agent_id, user_id, looked_at_what, created_at)
      values (${runtime.newId()}, ${agent_id}, ${NEWEST}, 'spaces', '2026-11-21')`)
  },
}

import { hash } from 'node:crypto'
import { SQL } from 'sql-template-strings'
import type { FeatureCoverage } from '../feature-coverage.ts'

const me = { identifier: 'me' }

export const moving: FeatureCoverage = {
  async seedRows({ db, runtime }, { agent_id }) {
    const [now, id] = [new Date(runtime.clock()), runtime.newId()]
    const server = 'https://former.example'
    await db.many(SQL`
      with imported as (
        insert into agent_import (id, agent_id, server_url, export_id, origin_agent_id, origin_handle, exported_at,
          imported_at, posts, skipped, archive_sha256)
        values (${id}, ${agent_id}, ${server}, ${id}, ${id}, 'former', ${now}, ${now}, 1, 0, '')
      ), recorded as (
        insert into imported_record (id, agent_id, server_url, kind, record)
        values (${id}, ${agent_id}, ${server}, 'receipts', '{}')
      ), keyed as (
        insert into imported_key (agent_id, fingerprint, spki) values (${agent_id}, ${hash('sha256', id)}, '')
      ), followed as (
        insert into imported_follow (agent_id, server_url, followed_id) values (${agent_id}, ${server}, ${id})
      ), posted as (
        insert into imported_post (post_id, agent_id, server_url, origin_agent_id, origin_post_id, first_published_at)
        values (${id}, ${agent_id}, ${server}, ${id}, ${id}, ${now})
      )
      insert into agent_move (agent_id, moved_at, returned_at) values (${agent_id}, ${now}, ${now})
      on conflict do nothing`)
  },
  readInputs: { get_agent_import: () => [me], list_imported_records: () => [me, { ...me, limit: 1 }] },
  writeAttempts: () => ({
    import_agent: [[{ ...me, sha256: hash('sha256', '') }, 'import-not-possible']],
    move_agent: [[{ ...me, moved_to: 'nowhere' }, 'validation-error']],
    return_agent: [[me, 'not-found']],
  }),
  listed: { list_imported_records: me, get_agent_import: me },
  writtenWhileRestricted: ['move_agent', 'return_agent'],
  usedWhileSuspended: ['move_agent', 'return_agent'],
}

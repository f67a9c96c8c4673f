import test from 'ava'
import { SQL } from 'sql-template-strings'
import { useDatabase } from '../../testing/worlds/database.ts'
import { readMigrations } from '../db/migrate.ts'

const database = useDatabase(test)

const MIGRATION = '0019_storage_quota_discovery.sql'

/** Agents by their place: 0 young, 1 verified and old, 2 verified but young, 3 private, 4 a test agent, 5 silent. */
const BEFORE = `
  drop table agent_writing;
  alter table post drop column discoverable_as;
  insert into agent (id, handle, name, bio, interests, visibility, visibility_config, profile_picture_svg,
    picture_sha256, challenges_passed, created_at, updated_at)
  select ('00000000-0000-7000-8000-00000000000' || n)::uuid, case n when 4 then 'test-4' else 'agent-' || n end, 'Agent',
    case n when 0 then 'bïo' end, '{}', case n when 3 then 'private' else 'public' end, '{}',
    case n when 1 then '<svg/>' end, case n when 1 then encode(sha256('<svg/>'), 'hex') end, 0, case n when 1 then '2026-11-01' else '2026-11-20' end::timestamptz, '2026-11-20'
  from generate_series(0, 5) n;
  insert into agent_standing (agent_id, key_version, status, agency_tier)
  select id, 1, 1, case when handle in ('agent-1', 'agent-2') then 3 else 1 end from agent;
  insert into post (id, agent_id, permalink_code, content_type, content, companion_message, content_category, source,
    hashtags, created_at, withdrawn)
  select ('10000000-0000-7000-8000-00000000' || n || '0' || lpad(m::text, 2, '0'))::uuid,
    ('00000000-0000-7000-8000-00000000000' || n)::uuid, 'code-' || n || '-' || m, 'text/plain',
    case m when 6 then '' else 'é' end, case m when 1 then 'abc' end, 'human_consumable', 'agent', '{}',
    '2026-11-21 12:00Z'::timestamptz + m * interval '8 minutes', case m when 5 then 'removed' when 6 then 'deleted' end
  from generate_series(0, 4) n cross join generate_series(1, 8) m;
  insert into comment (id, post_id, agent_id, content_type, content, mentions, created_at)
  select id, id, agent_id, 'text/plain', '12345', '[]', created_at from post where permalink_code = 'code-0-1';
  insert into report (id, reporter_id, target_kind, target_id, category, note, created_at)
  select id, agent_id, 'post', id, 'spam', '123', created_at from post where permalink_code = 'code-0-1';
  insert into removal (id, post_id, agent_id, category, note, removed_at, contestable_until, contest_id, explanation,
    submitted_at)
  select id, id, agent_id, 'spam', 'no', created_at, created_at, id, '1234567', created_at from post
  where permalink_code = 'code-0-5'`

test('what agents had written is counted, and offered as if it had been written now', async t => {
  const { db } = database()
  await db.script(BEFORE)
  await db.script(readMigrations().find(({ name }) => name === MIGRATION)!.text)
  const rows = await db.many<{ handle: string; bytes: number; offered: string[]; kinds: string[] }>(SQL`
    select a.handle, w.bytes, array(select to_char(o at time zone 'UTC', 'HH24:MI') from unnest(w.offered) o) as offered,
      array(select coalesce(p.discoverable_as, '') from post p where p.agent_id = a.id order by p.id) as kinds
    from agent a left join agent_writing w on w.agent_id = a.id order by a.handle`)
  // Seven posts of two bytes and three of a message; 12:08 to 12:56, and 13:04.
  const posts = 7 * 2 + 3
  const four = ['newcomer', 'newcomer', 'newcomer', 'newcomer', '', '', '', 'newcomer']
  const offered = ['13:04', '12:32', '12:24', '12:16']
  const none = Array.from({ length: 8 }, () => '')
  t.deepEqual(
    [...rows],
    [
      { handle: 'agent-0', bytes: posts + 4 + 5 + 3 + 7, offered, kinds: four },
      { handle: 'agent-1', bytes: posts + 6, offered: [], kinds: none.map(() => 'established') },
      { handle: 'agent-2', bytes: posts, offered, kinds: four },
      { handle: 'agent-3', bytes: posts, offered: [], kinds: none },
      { handle: 'agent-5', bytes: null as never, offered: [], kinds: [] },
      { handle: 'test-4', bytes: posts, offered: [], kinds: none },
    ],
  )
})

import test from 'ava'
import { SQL } from 'sql-template-strings'
import { seedAgent } from '../../testing/fixtures/fully-seeded-agent.ts'
import { useDatabase } from '../../testing/fixtures/test-database.ts'
import { addPerson } from '../../testing/fixtures/test-persons.ts'
import { createTestWorld } from '../../testing/fixtures/test-world.ts'
import { NO_AGENTS } from '../../testing/leak-checks/columns-of-no-agents.ts'
import { columnsContaining } from '../../testing/leak-checks/find-text.ts'
import { DAY } from '../../tools/core/durations.ts'
import { jobContext } from '../../tools/core/jobs/job-runner.ts'
import { JOBS } from '../../tools/jobs.ts'
import { lockStatus } from '../agents/status-changes.ts'
import { deleteAgent } from '../content/agent-deletion.ts'
import { RETENTION } from '../jobs/retention-periods.ts'
import { type ExportKind, exportRows } from './export-rows.ts'
import { NOT_OF_AGENT, OF_AGENT, OF_PERSON } from './personal-data.ts'

const database = useDatabase(test)

interface Line {
  table: string
  row: Record<string, unknown>
}

async function exported(kind: ExportKind, subject: string): Promise<Line[] | undefined> {
  const text = await exportRows(database().address, { kind, subject, audit: async () => {} }, async lines => {
    const parts: Buffer[] = []
    for await (const part of lines) parts.push(part)
    return Buffer.concat(parts).toString()
  })
  return text
    ?.split('\n')
    .slice(0, -1)
    .map(line => JSON.parse(line) as Line)
}

/** Columns that retain the id of a deleted agent, with the reason. */
const LEFT_BY_ID = {
  'audit.subject': 'what operators did, and to whom, is theirs to answer for',
  'feed_change.id': 'that processes are to forget it, for five minutes',
  'inbox.body': 'what others were told, for the days that events are kept',
  'outbox.body': 'the same, on its way there',
}

/** Of these, the ones that reach others once events are numbered. */
const JOURNAL = ['inbox.body']

/** Columns that retain its handle. */
const LEFT_BY_HANDLE = {
  'audit.subject': 'what operators did, and to whom, is theirs to answer for',
  'inbox.body': 'what others were told, for the days that events are kept',
  'outbox.body': 'the same, on its way there',
  'person.display_name': 'its person, whom the test calls as it is called',
  'person.email': 'the same',
  'post.content': 'in the words of others, who wrote to it',
  'retired_handle.handle': 'so that nobody else is taken for it (ENROLL-46)',
}

test.serial(
  'no column of any table retains the id or handle of a deleted agent, except those with a reason',
  async t => {
    const { db } = database()
    const world = createTestWorld(db, {})
    const friend = await world.agent('friend')
    const { agent } = await seedAgent(world, 'vanishing-agent', friend)
    await addPerson(world, 'bystander')
    const exportedRows = (await exported('agent', '@vanishing-agent'))!
    const tables = new Set(exportedRows.map(({ table }) => table))
    for (const table of [
      'agent',
      'post',
      'comment',
      'message',
      'follow',
      'inbox',
      'webhook',
      'idempotency',
      'agent_key',
    ])
      t.true(tables.has(table), table)
    t.deepEqual(await exported('agent', agent.agent_id), exportedRows)
    const all = JSON.stringify(exportedRows)
    for (const word of ['words that stay', 'to be removed', 'in a room']) t.true(all.includes(word), word)
    t.notRegex(all, /"(secret|former_secret|digest|refresh|search_words|input_digest)":/)
    t.deepEqual(
      exportedRows.filter(({ table, row }) => table === 'block' && row.blocked_id === agent.agent_id),
      [],
    )
    t.is(new Set(exportedRows.map(line => JSON.stringify(line))).size, exportedRows.length, 'no row is exported twice')

    await db.transaction(async tx => {
      await lockStatus(tx, agent.agent_id)
      await deleteAgent(tx, agent.agent_id, new Date(world.runtime.clock()))
    })
    t.is(await exported('agent', '@vanishing-agent'), undefined)
    t.deepEqual(await columnsContaining(db, agent.agent_id), Object.keys(LEFT_BY_ID))
    t.deepEqual(await columnsContaining(db, 'vanishing-agent'), Object.keys(LEFT_BY_HANDLE))

    // Events of others expire by the jobs that every server runs.
    await world.eventsFor(friend)
    for (const name of JOURNAL) t.true((await columnsContaining(db, agent.agent_id)).includes(name), name)
    world.advance(RETENTION.handles.ms + DAY)
    for (const job of JOBS) while ((await job.run(jobContext(world.runtime, job.name))).more);
    t.deepEqual(await columnsContaining(db, agent.agent_id), ['audit.subject'])
    t.deepEqual(await columnsContaining(db, 'vanishing-agent'), [
      'audit.subject',
      'person.display_name',
      'person.email',
      'post.content',
    ])
  },
)

test.serial('each column that can contain an agent is exported, or has a reason why not', async t => {
  const columns = await database().db.many<{ column: string }>(SQL`
    select c.relname || '.' || a.attname as column from pg_attribute a join pg_class c on c.oid = a.attrelid
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition and a.attnum > 0 and not a.attisdropped
      and a.atttypid in ('uuid'::regtype, 'uuid[]'::regtype) and (c.relname = 'agent' or a.attname <> 'id')
      and not exists (select from pg_constraint f where f.contype = 'f' and f.conrelid = c.oid
        and f.conkey = array[a.attnum] and f.confrelid <> 'agent'::regclass)`)
  const plain = OF_AGENT.filter(({ where }) => where === undefined).map(({ table, column }) => `${table}.${column}`)
  const named = new Set([...plain, ...Object.keys(NOT_OF_AGENT)])
  const agentColumns = columns.map(({ column }) => column).filter(column => !NO_AGENTS.has(column))
  t.deepEqual(
    agentColumns.filter(column => !named.has(column)),
    [],
  )
  t.deepEqual(
    plain.filter(column => column in NOT_OF_AGENT),
    [],
  )
})

test.serial('each column that can contain a person is exported', async t => {
  const columns = await database().db.many<{ column: string }>(SQL`
    select c.relname || '.' || a.attname as column from pg_attribute a join pg_class c on c.oid = a.attrelid
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition and a.attnum > 0 and not a.attisdropped
      and (exists (select from pg_constraint f where f.contype = 'f' and f.conrelid = c.oid
          and f.conkey = array[a.attnum] and f.confrelid = 'person'::regclass)
        or a.attname in ('user_id', 'person_id', 'owner_id'))`)
  const named = new Set(OF_PERSON.map(({ table, column }) => `${table}.${column}`))
  t.deepEqual(
    columns.map(({ column }) => column).filter(column => !named.has(column)),
    [],
  )
})

test.serial('everything stored about a person is exported, by id and by address', async t => {
  const { db } = database()
  const world = createTestWorld(db, {})
  const id = await addPerson(world, 'olga')
  await world.agent('olgas-agent', { user_id: id })
  const exportedRows = (await exported('person', 'Olga@people.test'))!
  t.deepEqual(await exported('person', id), exportedRows)
  t.like(
    exportedRows.find(({ table }) => table === 'person'),
    { row: { email: 'olga@people.test', display_name: 'olga' } },
  )
  t.true(exportedRows.some(({ table }) => table === 'ownership_request'))
  t.is(await exported('person', 'nobody@people.test'), undefined)
})

import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import type { TestFn } from 'ava'
import { SQL, type SQLStatement } from 'sql-template-strings'
import {
  DatabaseUnavailable,
  type Db,
  type DbOptions,
  openDb,
  type Queryable,
  StatementTimeout,
} from '../../storage/db/db.ts'
import type { Access, SocketAddress } from '../../storage/embedded/access.ts'

/** The database that `test-runner.ts` started for this run, whose template is migrated already. */
function testServer(): Access {
  const text = process.env.COLLOQUY_TEST_DATABASE
  if (!text) throw new Error('run tests through `npm test` (it starts the database): npm test -- path/to/file.test.ts')
  return JSON.parse(text)
}

export const TEMPLATE = 'colloquy_template'

export interface TestDatabase {
  db: Db
  /** Of the role that owns the tables. */
  address: SocketAddress
  /** Of the role that servers connect as. */
  plainAddress: SocketAddress
  openAnother(options?: Partial<DbOptions>): Db
}

// Where many files of tests run at once, connections open slowly and statements wait for their turn.
const OPTIONS: DbOptions = { name: 'test', max: 8, statementTimeoutMs: 300_000, connectTimeoutSeconds: 300 }

/** A fresh, migrated database for a test file, dropped afterwards. */
export async function createTestDatabase(): Promise<TestDatabase & { drop(): Promise<void> }> {
  const { owner, plain } = testServer()
  const database = `t_${randomUUID().replaceAll('-', '')}`
  const admin = openDb(owner, { ...OPTIONS, max: 1 })
  await admin.script(`create database ${database} template ${TEMPLATE} strategy file_copy`)
  const address = { ...owner, database }
  const opened: Db[] = []
  const openAnother = (options: Partial<DbOptions> = {}) => {
    const db = openDb(address, { ...OPTIONS, ...options })
    opened.push(db)
    return db
  }
  return {
    db: openAnother(),
    address,
    plainAddress: { ...plain, database },
    openAnother,
    async drop() {
      await Promise.all(opened.map(db => db.close()))
      await admin.script(`drop database ${database} with (force)`)
      await admin.close()
    },
  }
}

export function useDatabase(test: TestFn): () => TestDatabase {
  let created: (TestDatabase & { drop(): Promise<void> }) | undefined
  test.serial.before(async () => {
    created = await createTestDatabase()
  })
  test.after.always(() => created?.drop())
  return () => {
    if (!created) throw new Error('the database exists once tests run')
    return created
  }
}

/** The plan of the statement that `run` sends; `verbose` names what is computed too. */
export async function planOf(
  db: Queryable,
  run: (db: Queryable) => Promise<unknown>,
  explain: 'explain ' | 'explain (verbose) ' = 'explain ',
): Promise<string> {
  let plan = ''
  const many = async (statement: SQLStatement) => {
    const lines = await db.many<Record<string, string>>(SQL``.append(explain).append(statement))
    plan = lines.map(line => line['QUERY PLAN']).join('\n')
    return []
  }
  await run({ ...db, many, maybeOne: async statement => (await many(statement))[0], one: many as Queryable['one'] })
  return plan
}

/** Public agents, active, with their first key; answers their ids. */
export async function insertAgents(db: Queryable, count: number): Promise<string[]> {
  const ids = Array.from({ length: count }, () => randomUUID())
  await db.many(SQL`
    with made as (
      insert into agent (id, handle, name, interests, visibility, visibility_config, challenges_passed, created_at,
        updated_at)
      select id, 'agent-' || id, 'Agent', '{}', 'public', '{}', 0, '2026-11-21', '2026-11-21'
      from unnest(${ids}::uuid[]) as i (id) returning id
    )
    insert into agent_standing (agent_id, key_version, status, agency_tier) select id, 1, 1, 1 from made`)
  return ids
}

/** Asks again where a busy machine does not answer in the time that a pool gives it. */
export async function answerOf<Result>(ask: () => Promise<Result>): Promise<Result> {
  for (;;) {
    try {
      return await ask()
    } catch (error) {
      if (!(error instanceof DatabaseUnavailable) && !(error instanceof StatementTimeout)) throw error
      await delay(20)
    }
  }
}

/** Until that many connections of that name wait for a lock. */
export async function untilWaiting(db: Queryable, name: string, count = 1): Promise<void> {
  const waiting = SQL`select 1 from pg_stat_activity where application_name = ${`colloquy ${name}`}
    and datname = current_database() and wait_event_type = 'Lock' having count(*) >= ${count}`
  while ((await db.maybeOne(waiting)) === undefined);
}

import { randomUUID } from 'node:crypto'
import test from 'ava'
import { SQL } from 'sql-template-strings'
import { useReplicas } from '../../testing/processes/replicas.ts'
import { type Db, UnansweredStatement } from './db.ts'

const replicas = useReplicas(test, 0)

const insert = (digest: string) =>
  SQL`insert into mcp_session_ended (digest, expires_at) values (${digest}, ${new Date(0)})`

const waiting = SQL`select pg_cancel_backend(pid) from pg_stat_activity where wait_event = 'SyncRep'`

/** Writes until a commit waits for a standby, cancels the wait, and returns the outcome. */
async function writeAndCancel(admin: Db, write: (digest: string) => Promise<unknown>) {
  for (;;) {
    const digest = randomUUID()
    let isOver = false
    const outcome = write(digest).then(
      () => undefined,
      (error: unknown) => error,
    )
    void outcome.then(() => (isOver = true))
    while (!isOver) await admin.many(waiting)
    const error = await outcome
    if (error) return { digest, error }
  }
}

test('a commit whose wait for the standby was cancelled is not reported as done, though it is visible', async t => {
  const { db, open, primary } = replicas()
  const [admin, writer] = [open(primary.owner), open(primary.plain)]
  await admin.script("alter system set synchronous_standby_names = 'nobody'")
  await admin.script('select pg_reload_conf()')
  const writes = [
    (digest: string) => writer.transaction(tx => tx.many(insert(digest))),
    (digest: string) => writer.many(insert(digest)),
  ]
  for (const write of writes) {
    const { digest, error } = await writeAndCancel(admin, write)
    t.true(error instanceof UnansweredStatement && error.mayHaveHappened)
    t.truthy(await db.maybeOne(SQL`select 1 from mcp_session_ended where digest = ${digest}`))
  }
  await admin.script('alter system reset synchronous_standby_names')
  await admin.script('select pg_reload_conf()')
  t.deepEqual([...(await writer.transaction(tx => tx.many(SQL`select 1 as one`)))], [{ one: 1 }])
})

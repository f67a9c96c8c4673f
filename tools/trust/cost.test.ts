import test from 'ava'
import { SQL, type SQLStatement } from 'sql-template-strings'
import type { Db, Queryable } from '../../storage/db/db.ts'
import { useTestWorld } from '../../testing/fixtures/test-world.ts'
import { addMembers } from '../../testing/fixtures/trust-community.ts'
import { DAY } from '../core/durations.ts'
import { jobContext } from '../core/jobs/job-runner.ts'
import { trustJob } from './trust.job.ts'

const world = useTestWorld(test)

/** Counts the statements sent to the database, including begin and commit. */
function counted(db: Db) {
  let sent = 0
  const through = <One extends Queryable>(to: One): One => ({
    ...to,
    many<Row>(statement: SQLStatement) {
      sent++
      return to.many<Row>(statement)
    },
  })
  const transaction: Db['transaction'] = body => {
    sent += 2
    return db.transaction(tx => body(through(tx)))
  }
  return { db: { ...through(db), transaction }, sent: () => sent }
}

test.serial('eight statements compute fifty agents, one finds that nobody is due', async t => {
  await addMembers(world(), 1_000)
  world().advance(DAY)
  const run = async () => {
    const { db, sent } = counted(world().db)
    let pieces = 0
    for (let more = true; more; pieces++) {
      more = (await trustJob.run({ ...jobContext(world().runtime, trustJob.name), db })).more
    }
    return { sent: sent(), pieces }
  }
  t.deepEqual(await run(), { sent: 20 * 8 + 2, pieces: 21 })
  const { scored } = await world().db.one<{ scored: number }>(SQL`select count(score)::int as scored from agent_trust`)
  t.is(scored, 1_000)
  t.deepEqual(await run(), { sent: 2, pieces: 1 })
})

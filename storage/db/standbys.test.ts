import test from 'ava'
import { SQL } from 'sql-template-strings'
import { type Replica, untilKnown, useReplicas } from '../../testing/processes/replicas.ts'
import { openStandbys, type Standbys } from './standbys.ts'
import type { Position } from './timelines.ts'

const replicas = useReplicas(test, 2)
const NOW = Date.UTC(2026, 10, 26)

function follow(...standbys: Replica[]): Standbys<Replica> & { told: string[] } {
  const told: string[] = []
  const watched = standbys.map((reads, n) => ({ name: `standby ${n}`, lookDb: reads.db, reads }))
  const opened = openStandbys(watched, {
    primary: replicas().db,
    clock: () => NOW,
    tell: message => told.push(message),
    patienceMs: 60_000,
  })
  return { ...opened, told }
}

/** Commits something; where the log is then, and which timelines are noted. */
async function commit(): Promise<Position> {
  await replicas().db.many(SQL`
    insert into mcp_session_ended (digest, expires_at) values (gen_random_uuid(), ${new Date(NOW)})`)
  return await replicas().position()
}

const count = SQL`select count(*)::int as rows from mcp_session_ended`

/** Until one is lent: the timeline has to be noted first, and one that was left out to be asked again. */
async function lentBy(standbys: Standbys<Replica>, position: Position): Promise<Replica> {
  for (;;) {
    const lent = await standbys.at(position)
    if (lent) return lent.reads
    await new Promise(resolve => setImmediate(resolve))
  }
}

test.serial('a standby is read that has all that was committed before, and none that has not', async t => {
  const [standby] = replicas().standbys as [Replica, Replica]
  const standbys = follow(standby)
  const first = await commit()
  t.is(await standbys.at(first), undefined, 'no server has noted the timeline yet')
  await untilKnown(standby, first.timeline)
  await standby.catchUp()
  const near = await lentBy(standbys, first)
  t.deepEqual(await near.db.one(count), await replicas().db.one(count))
  await standby.pause()
  const second = await commit()
  t.is(await standbys.at(second), undefined)
  t.is(await standbys.at(first), undefined, 'what is left out is not asked for less either')
  await standby.resume()
  const again = await lentBy(standbys, second)
  t.deepEqual(await again.db.one(count), await replicas().db.one(count))
  t.deepEqual(standbys.told, ['a standby is left out', 'a standby is read again'])
  standbys.stop()
})

test.serial('a standby that was promoted, and one that stays behind on the old timeline, are left out', async t => {
  const [stays, goes] = replicas().standbys as [Replica, Replica]
  for (const standby of [stays, goes]) await standby.catchUp()
  const standbys = follow(stays, goes)
  const before = await commit()
  await untilKnown(goes, before.timeline)
  await lentBy(standbys, before)
  await goes.db.many(SQL`select pg_promote()`)
  const promoted = await goes.db.one<Position>(SQL`
    select (pg_current_wal_flush_lsn() - '0/0')::float8 as lsn, ${before.timeline + 1}::int as timeline`)
  // The old primary goes on: its standby has come further by the number than the new timeline.
  while ((await commit()).lsn <= promoted.lsn);
  await stays.catchUp()
  const onNew = openStandbys(
    [stays, goes].map((reads, n) => ({ name: `${n}`, lookDb: reads.db, reads })),
    {
      primary: goes.db,
      clock: () => NOW,
      tell: () => {},
      patienceMs: 60_000,
    },
  )
  const there = SQL`select 1 from timeline where id = ${promoted.timeline}`
  t.is(await onNew.at(promoted), undefined)
  while ((await goes.db.maybeOne(there)) === undefined);
  for (let n = 0; n < 4; n++) t.is(await onNew.at(promoted), undefined)
  onNew.stop()
  standbys.stop()
})

test.serial('a standby that does not answer is left out, without an error', async t => {
  const [stays] = replicas().standbys as [Replica, Replica]
  const standbys = follow(stays)
  const position = await commit()
  await lentBy(standbys, position)
  await stays.stop()
  const lent = await standbys.at(position)
  t.false(await lent?.isThere())
  t.is(await standbys.at(position), undefined)
  standbys.stop()
})

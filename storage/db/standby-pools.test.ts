import test from 'ava'
import { SQL, type SQLStatement } from 'sql-template-strings'
import { type Replica, untilKnown, useReplicas } from '../../testing/processes/replicas.ts'
import type { Queryable } from './db.ts'
import { openStandbys, type Standbys } from './standby-pools.ts'
import type { WalPosition } from './timelines.ts'

const replicas = useReplicas(test, 2)
const NOW = Date.UTC(2026, 10, 26)

interface Followed extends Standbys<Replica> {
  told: string[]
  /** Requests to the primary about standbys. */
  asked: Promise<unknown>[]
  /** The monotonic clock. */
  time: { ms: number }
}

function follow(...standbys: Replica[]): Followed {
  const [messages, asked, time]: [string[], Promise<unknown>[], { ms: number }] = [[], [], { ms: 0 }]
  const { db } = replicas()
  const many: Queryable['many'] = statement => {
    const answer = db.many<never>(statement)
    asked.push(answer)
    return answer
  }
  const watched = standbys.map((reads, n) => ({ name: `standby ${n}`, probeDb: reads.db, reads }))
  const opened = openStandbys(watched, {
    primary: { ...db, many },
    clock: () => NOW,
    monotonic: () => time.ms,
    tell: message => messages.push(message),
    patienceMs: 60_000,
  })
  return { ...opened, told: messages, asked, time }
}

/** Commits something; returns the position of the log, with the known timelines. */
async function commit(): Promise<WalPosition> {
  await replicas().db.many(SQL`
    insert into mcp_session_ended (digest, expires_at) values (gen_random_uuid(), ${new Date(NOW)})`)
  return await replicas().position()
}

const count = SQL`select count(*)::int as rows from mcp_session_ended`

/** Polls until a standby is available: its timeline must be known, and an excluded one checked again. */
async function lentBy(standbys: Standbys<Replica>, position: WalPosition): Promise<Replica> {
  for (;;) {
    const lease = await standbys.at(position)
    if (lease) return lease.reads
    await new Promise(resolve => setImmediate(resolve))
  }
}

test.serial('a standby serves a read only if it has everything committed before', async t => {
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
  t.is((await standbys.at(first))?.reads, standby, 'who asks for less is answered, as it is behind for no long time')
  standbys.time.ms = 1_000
  t.is(await standbys.at(second), undefined)
  t.deepEqual(standbys.told, [])
  standbys.time.ms = 1_001
  t.is(await standbys.at(second), undefined)
  t.is(await standbys.at(first), undefined, 'what is left out is not asked for less either')
  await standby.resume()
  const again = await lentBy(standbys, second)
  t.deepEqual(await again.db.one(count), await replicas().db.one(count))
  t.deepEqual(standbys.told, ['a standby is no longer used for reads', 'a standby is used for reads again'])
  standbys.stop()
})

test.serial("a new standby's lag is limited to the time since it appeared", async t => {
  const [standby] = replicas().standbys as [Replica, Replica]
  const standbys = follow(standby)
  await lentBy(standbys, await commit())
  for (const ms of [0, 5_000]) {
    standbys.time.ms = ms
    await standby.pause()
    t.is(await standbys.at(await commit()), undefined)
    await standby.resume()
    await standby.catchUp()
  }
  t.deepEqual(standbys.told, [])
  standbys.stop()
})

test.serial('concurrent reads all find the one standby that has caught up', async t => {
  const [behind, near] = replicas().standbys as [Replica, Replica]
  const standbys = follow(behind, near)
  await lentBy(standbys, await commit())
  await behind.pause()
  const position = await commit()
  await near.catchUp()
  for (let n = 0; n < 2; n++) {
    const lease = await Promise.all([1, 2, 3].map(() => standbys.at(position)))
    t.deepEqual(
      lease.map(one => one?.reads),
      [near, near, near],
    )
  }
  await behind.resume()
  standbys.stop()
})

test.serial('if the log may end inside a record, the primary completes it', async t => {
  const [standby] = replicas().standbys as [Replica, Replica]
  const standbys = follow(standby)
  const { timeline, lsn } = await commit()
  await lentBy(standbys, { timeline, lsn })
  await standby.pause()
  const asked = standbys.asked.length
  await standbys.at({ timeline, lsn: lsn + 8_192 - (lsn % 8_192) + 1 })
  t.is(standbys.asked.length, asked, 'this is no end of a page')
  const lazy = replicas().open(replicas().primary.owner, { durable: false, max: 1 })
  await lazy.many(SQL`insert into mcp_session_ended (digest, expires_at) values (gen_random_uuid(), ${new Date(NOW)})`)
  const written = SQL`select (pg_current_wal_insert_lsn() - '0/0')::float8 as lsn`
  const { lsn: end } = await replicas().db.one<WalPosition>(written)
  const page = { timeline, lsn: end + 8_192 - (end % 8_192) }
  await Promise.all([standbys.at(page), standbys.at(page)])
  t.is(standbys.asked.length, asked + 1, 'once for all')
  await standbys.asked.at(-1)
  t.true((await replicas().position()).lsn > end)
  await standby.resume()
  standbys.stop()
})

test.serial('the position of a standby does not apply to another one at its address', async t => {
  const [standby, other] = replicas().standbys as [Replica, Replica]
  let answering = standby.db
  const probeDb = { ...standby.db, one: <Row>(statement: SQLStatement) => answering.one<Row>(statement) }
  const standbys = follow({ ...standby, db: probeDb })
  await other.pause()
  const position = await commit()
  await standby.catchUp()
  await lentBy(standbys, position)
  answering = other.db
  while (await standbys.at(position)) await new Promise(resolve => setImmediate(resolve))
  await other.resume()
  await lentBy(standbys, position)
  t.deepEqual(standbys.told, [])
  standbys.stop()
})

test.serial('a promoted standby, and one that remains on the old timeline, are excluded', async t => {
  const [stays, goes] = replicas().standbys as [Replica, Replica]
  for (const standby of [stays, goes]) await standby.catchUp()
  const standbys = follow(stays, goes)
  const before = await commit()
  await untilKnown(goes, before.timeline)
  await lentBy(standbys, before)
  await goes.db.many(SQL`select pg_promote()`)
  const promoted = await goes.db.one<WalPosition>(SQL`
    select (pg_current_wal_flush_lsn() - '0/0')::float8 as lsn, ${before.timeline + 1}::int as timeline`)
  // The old primary continues: its standby has a higher position than the new timeline.
  while ((await commit()).lsn <= promoted.lsn);
  await stays.catchUp()
  const onNew = openStandbys(
    [stays, goes].map((reads, n) => ({ name: `${n}`, probeDb: reads.db, reads })),
    {
      primary: goes.db,
      clock: () => NOW,
      monotonic: () => 0,
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

test.serial('a standby that does not respond is excluded, without an error', async t => {
  const [stays] = replicas().standbys as [Replica, Replica]
  const standbys = follow(stays)
  const position = await commit()
  await lentBy(standbys, position)
  await stays.stop()
  const lease = await standbys.at(position)
  t.false(await lease?.isThere())
  t.is(await standbys.at(position), undefined)
  standbys.stop()
})

import { setTimeout as delay } from 'node:timers/promises'
import test from 'ava'
import { SQL, type SQLStatement } from 'sql-template-strings'
import { openStandbys } from '../../../storage/db/standby-pools.ts'
import { useReplicas } from '../../../testing/processes/replicas.ts'
import type { Actor, Runtime, StandbyReads } from '../context.ts'
import { readFromStandby } from './standby-reads.ts'

const replicas = useReplicas(test, 1)
const NOW = Date.UTC(2026, 10, 26)

test("if a read fails on a standby, the primary serves it, and the standby's position is checked again", async t => {
  const { db, open, primary, standbys, position } = replicas()
  const standby = standbys[0]!
  let answering = standby.db
  const probeDb = { ...db, one: <Row>(statement: SQLStatement) => answering.one<Row>(statement) }
  const away = open({ ...primary.plain, database: 'none' })
  const opened = openStandbys([{ name: 'standby', probeDb, reads: { db: away } as StandbyReads }], {
    primary: db,
    clock: () => NOW,
    monotonic: () => 0,
    tell: () => {},
    patienceMs: 60_000,
  })
  const at = await position()
  while (!(await opened.at(at))) await delay(5)
  const runtime = { db, standbys: opened } as unknown as Runtime
  const actor = { kind: 'agent', position: at } as Actor
  const where = (from: Runtime) => from.db.one(SQL`select current_database()::text as name`)
  t.deepEqual(await readFromStandby(runtime, actor, where), { name: primary.owner.database })
  t.truthy(await opened.at(at), 'it is there')
  answering = db
  t.deepEqual(await readFromStandby(runtime, actor, where), { name: primary.owner.database })
  t.is(await opened.at(at), undefined, 'the primary answers at its address by now, which is no standby')
  opened.stop()
})

import test from 'ava'
import { SQL } from 'sql-template-strings'
import { createLossyProxy, type LossyProxy } from '../../testing/fakes/lossy-proxy.ts'
import { useDatabase } from '../../testing/fixtures/test-database.ts'
import { type Replica, replicaUrl, socketOf, useReplicas } from '../../testing/processes/replicas.ts'
import { readConfig } from '../config/config.ts'
import { checkStandbys } from './cluster-checks.ts'

const replicas = useReplicas(test, 2)
const database = useDatabase(test)

test('the doctor tells a standby from the primary, a former one, another database and nothing at all', async t => {
  const { db, primary } = replicas()
  const [follows, goes] = replicas().standbys as [Replica, Replica]
  await goes.db.many(SQL`select pg_promote()`)
  const fronts: LossyProxy[] = []
  const reach = async (address: Replica['address']) => {
    const front = await createLossyProxy(socketOf(address))
    fronts.push(front)
    return replicaUrl(address, front.port)
  }
  const urls = [
    await reach(follows.address),
    await reach(primary.owner),
    await reach(goes.address),
    await reach(database().address),
  ]
  const closed = await createLossyProxy(socketOf(primary.owner))
  urls.push(replicaUrl(primary.owner, closed.port))
  await closed.close()
  const look = async (environment: Record<string, string>) => {
    const found = await checkStandbys(db, readConfig({ DATABASE_STANDBY_URLS: urls.join(','), ...environment }))
    return found.map(({ state, reported }) => `${state}: ${reported}`)
  }
  const other = 'change: is not a standby of DATABASE_URL: remove it from DATABASE_STANDBY_URLS, or make it one'
  const told = [
    'ok: follows the primary',
    'ok: is now the primary and is skipped automatically',
    other,
    other,
    'change: does not respond (ECONNREFUSED): reads use the primary meanwhile',
  ]
  t.deepEqual(await look({ WEB_CONCURRENCY: '3' }), told)
  t.is(
    (await look({ WEB_CONCURRENCY: '4' }))[0],
    'change: allows 117 connections, but up to 155 are used if it is the primary: increase max_connections',
  )
  await Promise.all(fronts.map(front => front.close()))
})

import { readDatabaseSettings } from '../../storage/db/database-settings.ts'
import { type Db, openDb } from '../../storage/db/db.ts'
import { countServers } from '../../storage/db/installation-lock.ts'
import { standingTowards } from '../../storage/db/timelines.ts'
import type { Config } from '../config/config.ts'
import { secretKeysOf } from '../installation-keys.ts'
import type { Secrets } from '../secret.ts'
import { connectionsNeeded } from './database.ts'
import { change, codeOf, type Finding, fine } from './finding.ts'

const CHECK = 'servers'

/** What servers on several machines have to have alike: they share the database, and nothing on a disk. */
export async function lookAtServers(db: Db, config: Config, secrets: Secrets | undefined): Promise<Finding> {
  const { DATABASE_URL, SECRET_KEY, BASE_URL, PAYMENTS_RPC_URL, PAYMENTS_RELAYER_ADDRESS } = config
  if (DATABASE_URL === undefined) return fine(CHECK, 'the embedded database serves this machine alone')
  if (SECRET_KEY === undefined || secrets === undefined)
    return fine(
      CHECK,
      'this one stands alone: give another the content of DATA_DIR/secret as SECRET_KEY, and this one too',
    )
  const { present, without_key } = await countServers(db, secretKeysOf(secrets).current.id)
  if (without_key > 0)
    return change(CHECK, `${without_key} of ${present} that run were not given this SECRET_KEY: give it to all`)
  if (present > 1 && BASE_URL === undefined) return change(CHECK, 'several run: give all the same BASE_URL')
  if (present > 1 && PAYMENTS_RPC_URL !== undefined && PAYMENTS_RELAYER_ADDRESS === undefined)
    return change(CHECK, 'several run: set PAYMENTS_RELAYER_ADDRESS, so that none pays from another account')
  return fine(CHECK, `${present} run, all with this SECRET_KEY`)
}

/** Whether each is a machine of the database, and allows the connections that it would need as the primary. */
export async function lookAtStandbys(db: Db, config: Config): Promise<Finding[]> {
  const needed = connectionsNeeded(config)
  return await Promise.all(config.DATABASE_STANDBY_URLS.map(url => lookAtStandby(db, url, needed)))
}

async function lookAtStandby(primary: Db, url: string, needed: number): Promise<Finding> {
  const there = openDb({ url }, { name: 'doctor', max: 1, statementTimeoutMs: 10_000 })
  const check = `standby ${there.place}`
  try {
    const standing = await standingTowards(primary, there)
    if (standing === 'primary') return fine(check, 'is the primary now, and is left out by itself')
    if (standing === 'other')
      return change(check, 'is no standby of DATABASE_URL: take it out of DATABASE_STANDBY_URLS, or make it one')
    const { connections } = await readDatabaseSettings(there)
    return connections >= needed
      ? fine(check, 'follows the primary')
      : change(
          check,
          `allows ${connections} connections, and as the primary gets up to ${needed}: raise max_connections`,
        )
  } catch (error) {
    const { cause } = error as Error
    return change(check, `does not answer (${codeOf(cause ?? error)}): reads go to the primary meanwhile`)
  } finally {
    await there.close()
  }
}

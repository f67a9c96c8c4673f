import type { Db } from '../../storage/db/db.ts'
import { countServers } from '../../storage/db/installation-lock.ts'
import type { Config } from '../config/config.ts'
import { secretKeysOf } from '../installation-keys.ts'
import type { InstallationSecrets } from '../installation-secret.ts'
import { changeNeeded, type DoctorFinding, okFinding } from './finding.ts'

const CHECK = 'servers'

/** What servers on several machines have to have alike: they share the database, and nothing on a disk. */
export async function checkServers(
  db: Db,
  config: Config,
  secrets: InstallationSecrets | undefined,
): Promise<DoctorFinding> {
  const { DATABASE_URL, SECRET_KEY, BASE_URL, PAYMENTS_RPC_URL, PAYMENTS_RELAYER_ADDRESS } = config
  if (DATABASE_URL === undefined) return okFinding(CHECK, 'the embedded database serves only this machine')
  if (SECRET_KEY === undefined || secrets === undefined)
    return okFinding(
      CHECK,
      'no other servers run. To add one, set SECRET_KEY to the content of DATA_DIR/secret on all servers',
    )
  const { present, without_key } = await countServers(db, secretKeysOf(secrets).current.id)
  if (without_key > 0)
    return changeNeeded(
      CHECK,
      `${without_key} of ${present} running servers do not have this SECRET_KEY: set it on all`,
    )
  if (present > 1 && BASE_URL === undefined)
    return changeNeeded(CHECK, 'several servers run: set the same BASE_URL on all')
  if (present > 1 && PAYMENTS_RPC_URL !== undefined && PAYMENTS_RELAYER_ADDRESS === undefined)
    return changeNeeded(
      CHECK,
      'several servers run: set PAYMENTS_RELAYER_ADDRESS, so that none pays from another account',
    )
  return okFinding(CHECK, `${present} servers run, all with this SECRET_KEY`)
}

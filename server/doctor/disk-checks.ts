import { statfsSync, statSync } from 'node:fs'
import path from 'node:path'
import type { Config } from '../config/config.ts'
import { changeNeeded, codeOf, type DoctorFinding, okFinding, unknownFinding } from './finding.ts'

const GIB = 1024 ** 3
const LEAST_SHARE = 0.1

/** Whether there is free space in the data directory. */
export function checkDisk({ DATA_DIR, DATABASE_URL }: Config): DoctorFinding {
  if (DATABASE_URL !== undefined)
    return unknownFinding('disk', 'the database is on another machine: monitor its disk there')
  try {
    const { bavail, blocks, bsize } = statfsSync(DATA_DIR)
    const [free, share] = [bavail * bsize, bavail / blocks]
    const detail = `${(free / GIB).toFixed(1)} GiB (${Math.round(share * 100)} %) are free at ${DATA_DIR}`
    return free < GIB || share < LEAST_SHARE
      ? changeNeeded('disk', `${detail}: free up space`)
      : okFinding('disk', detail)
  } catch (error) {
    return changeNeeded('disk', `DATA_DIR ${DATA_DIR} is not accessible (${codeOf(error)})`)
  }
}

/** Files with secrets in them, which are for the server's account alone. */
export function checkKeyFiles(config: Config, configFile: string | undefined): DoctorFinding[] {
  const { DATA_DIR, PAYMENTS_RELAYER_KEY_FILE } = config
  const secrets = ['secret', 'database-passwords.json'].map(name => path.join(DATA_DIR, name))
  const files = [...secrets, PAYMENTS_RELAYER_KEY_FILE, configFile].filter(file => file !== undefined)
  const open = files.filter(file => ((statSync(file, { throwIfNoEntry: false })?.mode ?? 0) & 0o077) !== 0)
  if (open.length > 0)
    return open.map(file => changeNeeded('key files', `other accounts can read ${file}: chmod 600 ${file}`))
  return [okFinding('key files', 'no other account can read them')]
}

import { statfsSync, statSync } from 'node:fs'
import path from 'node:path'
import type { Config } from '../config/config.ts'
import { change, codeOf, type Finding, fine, unknown } from './finding.ts'

const GIB = 1024 ** 3
const LEAST_SHARE = 0.1

/** Whether there is room where the data is. */
export function lookAtDisk({ DATA_DIR, DATABASE_URL }: Config): Finding {
  if (DATABASE_URL !== undefined) return unknown('disk', 'the database is elsewhere: watch the disk of its machine')
  try {
    const { bavail, blocks, bsize } = statfsSync(DATA_DIR)
    const [free, share] = [bavail * bsize, bavail / blocks]
    const told = `${(free / GIB).toFixed(1)} GiB (${Math.round(share * 100)} %) are free at ${DATA_DIR}`
    return free < GIB || share < LEAST_SHARE ? change('disk', `${told}: make room`) : fine('disk', told)
  } catch (error) {
    return change('disk', `DATA_DIR ${DATA_DIR} is not reached (${codeOf(error)})`)
  }
}

/** Files with secrets in them, which are for the server's account alone. */
export function lookAtKeyFiles(config: Config, configFile: string | undefined): Finding[] {
  const { DATA_DIR, PAYMENTS_RELAYER_KEY_FILE } = config
  const kept = ['secret', 'database-passwords.json'].map(name => path.join(DATA_DIR, name))
  const files = [...kept, PAYMENTS_RELAYER_KEY_FILE, configFile].filter(file => file !== undefined)
  const open = files.filter(file => ((statSync(file, { throwIfNoEntry: false })?.mode ?? 0) & 0o077) !== 0)
  if (open.length > 0) return open.map(file => change('key files', `others may read ${file}: chmod 600 ${file}`))
  return [fine('key files', 'no other account reads them')]
}

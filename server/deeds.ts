import { NothingToWorkOn, Undone } from '../facade/operator/carry-out.ts'
import { BackupRefused } from '../storage/backup/refused.ts'
import { DatabaseUnavailable, whyUnavailable } from '../storage/db/db.ts'
import { findHome } from '../storage/embedded/running.ts'
import { discardKept } from '../storage/embedded/upgrade.ts'
import { backUp, restore } from './backup.ts'
import { readConfig } from './config.ts'
import { asConfigError, ConfigError, EXIT_CONFIG } from './config-error.ts'
import { exportAll } from './export.ts'
import { unavailable } from './operator-ground.ts'

type Deed = (input: never) => Promise<Record<string, unknown>>

const DOING: Readonly<Record<string, Deed>> = {
  backup: backUp,
  restore,
  export: exportAll,
  'discard-upgraded': discardUpgraded,
}

async function discardUpgraded(): Promise<Record<string, unknown>> {
  const home = findHome(readConfig().DATA_DIR)
  return { discarded: home === undefined ? [] : discardKept(home) }
}

/** Does one of `DEEDS` on what the environment says. */
export async function doDeed(name: string, input: never): Promise<Record<string, unknown>> {
  try {
    return await DOING[name]!(input)
  } catch (error) {
    throw told(error)
  }
}

function told(error: unknown): unknown {
  if (error instanceof BackupRefused) return new Undone(error.message)
  if (error instanceof DatabaseUnavailable) {
    return unavailable(`the database does not answer: ${whyUnavailable(error) ?? 'it ended the connection'}`)
  }
  const seen = asConfigError(error)
  if (seen instanceof ConfigError) return new NothingToWorkOn(EXIT_CONFIG, seen.message)
  const { code, path } = error as NodeJS.ErrnoException
  if (code === 'ENOSPC') return new Undone('there is no room on the disk for the whole of it')
  return code !== undefined && path !== undefined ? new Undone(`${path}: ${code}`) : error
}

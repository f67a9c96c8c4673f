import { NothingToWorkOn, Undone } from '../facade/operator/carry-out.ts'
import { BackupRefused } from '../storage/backup/refused.ts'
import { DatabaseUnavailable, whyUnavailable } from '../storage/db/db.ts'
import { findHome } from '../storage/embedded/running.ts'
import { discardKept } from '../storage/embedded/upgrade.ts'
import { backUp, restore } from './backup.ts'
import { type Config, configure, requireCorrectDriver } from './config.ts'
import { asConfigError, ConfigError, EXIT_CONFIG } from './config-error.ts'
import { exportAll } from './export.ts'
import { unavailable } from './operator-ground.ts'

type Deed = (config: Config, input: never) => Promise<Record<string, unknown>>

const DOING: Readonly<Record<string, Deed>> = {
  backup: backUp,
  restore,
  export: exportAll,
  'discard-upgraded': discardUpgraded,
}

async function discardUpgraded({ DATA_DIR }: Config): Promise<Record<string, unknown>> {
  const home = findHome(DATA_DIR)
  return { discarded: home === undefined ? [] : discardKept(home) }
}

/** Does one of `DEEDS` on what the environment and the file of the configuration say. */
export const deedsOf = (file: string | undefined) => async (name: string, input: never) => {
  try {
    requireCorrectDriver()
    return await DOING[name]!(configure(file).config, input)
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

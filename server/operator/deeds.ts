import { NothingToWorkOn, Undone } from '../../facade/operator/carry-out.ts'
import { completionFor, type Shell } from '../../facade/operator/completion.ts'
import type { Command } from '../../facade/operator/verb.ts'
import { BackupRefused } from '../../storage/backup/refused.ts'
import { DatabaseUnavailable, whyUnavailable } from '../../storage/db/db.ts'
import { findHome } from '../../storage/embedded/running.ts'
import { discardKept } from '../../storage/embedded/upgrade.ts'
import { type Config, configure, requireCorrectDriver } from '../config/config.ts'
import { asConfigError, ConfigError, EXIT_CONFIG } from '../config/config-error.ts'
import { machineClock } from '../database-clock.ts'
import { examine } from '../doctor/doctor.ts'
import { unavailable } from '../operator-ground.ts'
import { backUp, restore } from './backup.ts'
import { exportAll } from './export.ts'

/** Where a deed is done, and who does it. */
interface Place {
  /** Of the configuration, where one is named. */
  file: string | undefined
  operator: string
  commands: readonly Command[]
}

type Deed = (input: never, place: Place) => Promise<Record<string, unknown>>

const DOING: Readonly<Record<string, Deed>> = {
  doctor: async (_, { file }) => ({ findings: await examine(file, machineClock) }),
  backup: configured(backUp),
  restore: configured(restore),
  export: configured(exportAll),
  'discard-upgraded': configured(discardUpgraded),
  completion: async ({ shell }: { shell: Shell }, { commands }) => ({ script: completionFor(shell, commands) }),
}

/** On a database, as the environment and the file say. */
function configured<Input>(
  act: (config: Config, input: Input, operator: string) => Promise<Record<string, unknown>>,
): Deed {
  return async (input, { file, operator }) => {
    requireCorrectDriver()
    return await act(configure(file).config, input, operator)
  }
}

async function discardUpgraded({ DATA_DIR }: Config): Promise<Record<string, unknown>> {
  const home = findHome(DATA_DIR)
  return { discarded: home === undefined ? [] : discardKept(home) }
}

/** Does one of `DEEDS`. */
export async function doDeed(name: string, input: never, place: Place): Promise<Record<string, unknown>> {
  try {
    return await DOING[name]!(input, place)
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

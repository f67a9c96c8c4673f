import type { Command } from '../../facade/cli/cli-command.ts'
import { completionFor, type Shell } from '../../facade/cli/completion.ts'
import { CommandRefused, NoUsableDatabase } from '../../facade/cli/execute-command.ts'
import { newPrivateKey } from '../../push/web-push.ts'
import { BackupRefused } from '../../storage/backup/backup-refused.ts'
import { DatabaseUnavailable, unavailableReason } from '../../storage/db/db.ts'
import { findHome } from '../../storage/embedded/running-database.ts'
import { discardOldCluster } from '../../storage/embedded/upgrade.ts'
import { type Config, loadConfig, requireCorrectDriver } from '../config/config.ts'
import { ConfigError, EXIT_CONFIG, toConfigError } from '../config/config-error.ts'
import { machineClock } from '../database-clock.ts'
import { runDoctor } from '../doctor/doctor.ts'
import { databaseUnavailable } from '../operator-runtime.ts'
import { randomBytes } from '../randomness.ts'
import { backUp, restore } from './backup.ts'
import { exportAll } from './export.ts'

/** Where a command runs, and on whose behalf. */
interface CommandContext {
  /** The configuration file, if specified. */
  file: string | undefined
  operator: string
  commands: readonly Command[]
}

type Handler = (input: never, context: CommandContext) => Promise<Record<string, unknown>>

const HANDLERS: Readonly<Record<string, Handler>> = {
  doctor: async (_, { file }) => ({ findings: await runDoctor(file, machineClock) }),
  backup: configured(backUp),
  restore: configured(restore),
  export: configured(exportAll),
  'discard-upgraded': configured(discardUpgraded),
  'web-push-key': async () => ({ web_push_key: newPrivateKey(randomBytes) }),
  completion: async ({ shell }: { shell: Shell }, { commands }) => ({ script: completionFor(shell, commands) }),
}

/** Runs on the database of the environment and the file. */
function configured<Input>(
  act: (config: Config, input: Input, operator: string) => Promise<Record<string, unknown>>,
): Handler {
  return async (input, { file, operator }) => {
    requireCorrectDriver()
    return await act(loadConfig(file).config, input, operator)
  }
}

async function discardUpgraded({ DATA_DIR }: Config): Promise<Record<string, unknown>> {
  const home = findHome(DATA_DIR)
  return { discarded: home === undefined ? [] : discardOldCluster(home) }
}

/** Runs one of `SYSTEM_COMMANDS`. */
export async function runSystemCommand(
  name: string,
  input: never,
  context: CommandContext,
): Promise<Record<string, unknown>> {
  try {
    return await HANDLERS[name]!(input, context)
  } catch (error) {
    throw toRefusal(error)
  }
}

function toRefusal(error: unknown): unknown {
  if (error instanceof BackupRefused) return new CommandRefused(error.message)
  if (error instanceof DatabaseUnavailable) {
    return databaseUnavailable(
      `the database does not respond: ${unavailableReason(error) ?? 'it closed the connection'}`,
    )
  }
  const seen = toConfigError(error)
  if (seen instanceof ConfigError) return new NoUsableDatabase(EXIT_CONFIG, seen.message)
  const { code, path } = error as NodeJS.ErrnoException
  if (code === 'ENOSPC') return new CommandRefused('there is not enough space on the disk')
  return code !== undefined && path !== undefined ? new CommandRefused(`${path}: ${code}`) : error
}

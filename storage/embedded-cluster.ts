import { closeSync, fsyncSync, mkdirSync, openSync, renameSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { runAs } from './embedded-account.ts'
import { give, isInitialised, type Log, type Place } from './embedded-place.ts'

export interface Installation {
  place: Place
  native: string
  settings: Record<string, string>
  log: Log
}

export const databaseUser = 'app'
export const databaseName = 'postgres'

const initdbOptions = [
  ...['-U', databaseUser, '--auth-local=trust', '--auth-host=reject', '-E', 'UTF8', '-T', 'english'],
  ...['--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8'],
]

/** Makes the database's files where there are none; a crash leaves either none or all of them. */
export async function initialise({ place, native, settings, log }: Installation): Promise<void> {
  const { cluster, account } = place
  const part = `${cluster}.init`
  rmSync(part, { recursive: true, force: true })
  if (isInitialised(cluster)) return
  mkdirSync(part, { mode: 0o700 })
  give(part, account)
  const sync = settings.fsync === 'off' ? ['--no-sync'] : []
  const { code, output } = await runAs(account, [join(native, 'bin/initdb'), '-D', part, ...initdbOptions, ...sync])
  if (code !== 0) throw new Error(`initdb failed:\n${lastLines(output)}\nMend this, or set DATABASE_URL`)
  renameSync(part, cluster)
  syncDirectory(dirname(cluster))
  log('made an empty database', { cluster, account: account.name })
}

export function lastLines(text: string): string {
  return text.trimEnd().split('\n').slice(-10).join('\n')
}

function syncDirectory(directory: string): void {
  const descriptor = openSync(directory, 'r')
  fsyncSync(descriptor)
  closeSync(descriptor)
}

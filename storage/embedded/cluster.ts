import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type DataDir, type EmbeddedLog, giveOwnership, isInitialised, UnusableDataDir } from './data-dir.ts'
import { SUPERUSER, scramVerifier } from './database-roles.ts'
import { moveDurably } from './durable-files.ts'
import { preparePasswords } from './role-passwords.ts'
import { runAs } from './system-account.ts'

export interface ClusterInstallation {
  dataDir: DataDir
  native: string
  settings: Readonly<Record<string, string>>
  log: EmbeddedLog
  onSpawned?: (() => void) | undefined
}

export const databaseName = 'postgres'

const initdbOptions = [
  '-U',
  SUPERUSER,
  '--auth-local=scram-sha-256',
  '--auth-host=reject',
  '-E',
  'UTF8',
  '-T',
  'english',
  '--locale=C',
  '--locale-provider=builtin',
  '--builtin-locale=C.UTF-8',
]

/** Creates the database's files if there are none, atomically. */
export async function initialise({ dataDir, native, settings, log }: ClusterInstallation): Promise<void> {
  const { home, cluster, account } = dataDir
  const part = `${cluster}.init`
  rmSync(part, { recursive: true, force: true })
  if (isInitialised(cluster)) return
  mkdirSync(part, { mode: 0o700 })
  giveOwnership(part, account)
  const sync = settings.fsync === 'off' ? ['--no-sync'] : []
  // The files of the database's account, which others may share, contain no password.
  const verifier = `${part}.verifier`
  writeFileSync(verifier, scramVerifier(preparePasswords(home)[SUPERUSER]), { mode: 0o600 })
  giveOwnership(verifier, account)
  const options = [...initdbOptions, `--pwfile=${verifier}`, ...sync]
  const { code, output } = await runAs(account, [join(native, 'bin/initdb'), '-D', part, ...options])
  rmSync(verifier)
  const hindrance = code === 0 ? undefined : startupProblemIn(output)
  if (hindrance) throw new UnusableDataDir(`no database can be created in ${home}: ${hindrance}`)
  if (code !== 0) throw new Error(`initdb failed:\n${lastLines(output)}\nFix this, or set DATABASE_URL`)
  moveDurably(part, cluster)
  log('created an empty database', { cluster, account: account.name })
}

/** The reason if the operating system cannot run PostgreSQL there. */
export const startupProblemIn = (text: string): string | undefined =>
  /No space left on device|Disk quota exceeded|Read-only file system|Permission denied|Input\/output error|Stale file handle/.exec(
    text,
  )?.[0]

export function lastLines(text: string): string {
  return text.trimEnd().split('\n').slice(-10).join('\n')
}

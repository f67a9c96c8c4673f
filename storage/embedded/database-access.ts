import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { DatabaseUnavailable, type DbAddress, openDb } from '../db/db.ts'
import { databaseName } from './cluster.ts'
import { type DataDir, type EmbeddedLog, UnusableDataDir } from './data-dir.ts'
import { type Passwords, PLAIN_ROLE, rolesScript, SUPERUSER } from './database-roles.ts'
import { readIfThere } from './file-lock.ts'
import { findPasswords, PASSWORDS_FILE, preparePasswords, storePasswords } from './role-passwords.ts'
import { runAs } from './system-account.ts'

const ATTEMPTS = 20
const TRY_AGAIN_MS = 500

export type SocketAddress = Exclude<DbAddress, { url: string }>

/** How to connect to the embedded database: as its owner, and as the role that everything else uses. */
export interface DatabaseAccess {
  owner: SocketAddress
  plain: SocketAddress
}

export function accessTo(
  { socketDir, port }: Pick<DataDir, 'socketDir' | 'port'>,
  passwords: Passwords,
): DatabaseAccess {
  const as = (user: keyof Passwords) => ({ socketDir, port, user, password: passwords[user], database: databaseName })
  return { owner: as(SUPERUSER), plain: as(PLAIN_ROLE) }
}

/** Undefined if the roles have no passwords yet, or none are required. */
export function findAccess(dataDir: DataDir): DatabaseAccess | undefined {
  const passwords = findPasswords(dataDir.home)
  return passwords && !isOpenToAll(dataDir) ? accessTo(dataDir, passwords) : undefined
}

/**
 * Sets the passwords of the roles of the running database and makes it require them, for new databases and those from
 * before passwords were used.
 */
export async function setUpAccess(dataDir: DataDir, log: EmbeddedLog): Promise<DatabaseAccess> {
  const passwords = preparePasswords(dataDir.home)
  const access = accessTo(dataDir, passwords)
  const db = openDb(access.owner, { name: 'roles', max: 1, statementTimeoutMs: 30_000 })
  try {
    await whenAnswered(() => db.script(rolesScript(passwords, databaseName)))
    if (isOpenToAll(dataDir)) await askForPasswords(dataDir)
    await db.script('select pg_reload_conf()')
  } catch (error) {
    if (!/^28/.test(String((error as { code?: unknown }).code))) throw error
    throw new UnusableDataDir(
      `${join(dataDir.home, PASSWORDS_FILE)} does not contain the passwords of the database: restore it`,
    )
  } finally {
    await db.close()
  }
  storePasswords(dataDir.home)
  log('the database requires passwords', { home: dataDir.home })
  return access
}

/** A machine that starts many things at once may need longer for a connection. */
async function whenAnswered(ask: () => Promise<void>): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await ask()
    } catch (error) {
      if (!(error instanceof DatabaseUnavailable) || attempt === ATTEMPTS) throw error
      await delay(TRY_AGAIN_MS)
    }
  }
}

const rulesFile = ({ cluster }: DataDir) => join(cluster, 'pg_hba.conf')

const isOpenToAll = (dataDir: DataDir): boolean => /^[^#\n]*\btrust\b/m.test(readIfThere(rulesFile(dataDir)) ?? '')

/** Runs as the account of the database, because its directory may contain symbolic links that this account created. */
async function askForPasswords(dataDir: DataDir): Promise<void> {
  const write = 'printf "%s\\n" "$2" >"$1.new" && mv -f "$1.new" "$1"'
  const command = ['/bin/sh', '-c', write, 'sh', rulesFile(dataDir), 'local all all scram-sha-256']
  const { code, output } = await runAs(dataDir.account, command)
  if (code !== 0) throw new Error(`${rulesFile(dataDir)} is not writable:\n${output}`)
}

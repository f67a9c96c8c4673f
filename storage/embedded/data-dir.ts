import { createHash } from 'node:crypto'
import {
  chmodSync,
  chownSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  realpathSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { makeDirectory } from './durable-files.ts'
import { isErrno, readIfThere } from './file-lock.ts'
import {
  currentAccount,
  isRoot,
  listAccounts,
  mayReach,
  type SystemAccount,
  withoutSharedMemory,
} from './system-account.ts'

/** A problem that the operator must fix; the message is one line. */
export class UnusableDataDir extends Error {}

export type EmbeddedLog = (message: string, fields?: Record<string, unknown>) => void

/**
 * The location of a database and the account it runs as. `home` is the data directory unless that account has no access
 * to it.
 */
export interface DataDir {
  home: string
  cluster: string
  socketDir: string
  port: number
  account: SystemAccount
}

const elsewhereRoot = '/var/lib'
// The maximum length of a socket path is 107 bytes on Linux and 103 on macOS.
const longestSocketDir = 103 - '/.s.PGSQL.5432'.length

export async function chooseDataDir(dataDir: string, log: EmbeddedLog): Promise<DataDir> {
  makeDirectory(dataDir, isRoot() ? 0o711 : 0o700)
  const requested = realpathSync(dataDir)
  const moved = readIfThere(join(requested, 'moved-to'))
  const { home, account } = isRoot()
    ? await settle(requested, moved)
    : { home: moved ?? requested, account: currentAccount }
  if (home !== requested)
    log('the database is stored outside the data directory', { dataDir: requested, home, account: account.name })
  return { home, cluster: join(home, 'postgres'), socketDir: await chooseSocketDir(home, account), port: 5432, account }
}

/** The socket's directory, created again if a cleaner of temporary files has removed it. */
export function prepareSocketDir({ socketDir, account }: DataDir): void {
  mkdirSync(socketDir, { recursive: true, mode: 0o700 })
  const { uid, mode } = lstatSync(socketDir)
  const isOurs = uid === account.ids.uid || uid === process.getuid?.()
  if (!isOurs || (mode & 0o077) !== 0) {
    throw new UnusableDataDir(`${socketDir} is not a private directory of the database's account: remove it`)
  }
  giveOwnership(socketDir, account)
}

export function giveOwnership(path: string, { ids }: SystemAccount): void {
  if (ids.uid !== undefined) chownSync(path, ids.uid, ids.gid)
}

/** A data directory that exists is complete: it is renamed into place when it is. */
export function isInitialised(cluster: string): boolean {
  return existsSync(cluster) && readdirSync(cluster).length > 0
}

async function settle(requested: string, moved: string | undefined): Promise<{ home: string; account: SystemAccount }> {
  const home = moved ?? requested
  if (!existsSync(home))
    throw new UnusableDataDir(
      `${requested}/moved-to refers to ${home}, which does not exist: restore it, or remove moved-to`,
    )
  const account = await findAccountFor(home)
  if (account) return { home, account }
  const elsewhere = join(elsewhereRoot, nameFor(requested))
  if (tryMake(elsewhere)) {
    const other = await findAccountFor(elsewhere)
    if (other) {
      writeFileSync(join(requested, 'moved-to'), elsewhere)
      return { home: elsewhere, account: other }
    }
  }
  if (await mayReach(withoutSharedMemory, home)) return { home, account: withoutSharedMemory }
  throw new UnusableDataDir(
    `no account that can run PostgreSQL has access to ${home}: set DATA_DIR to another directory, or DATABASE_URL`,
  )
}

async function findAccountFor(home: string): Promise<SystemAccount | undefined> {
  const cluster = join(home, 'postgres')
  if (isInitialised(cluster)) return findOwner(cluster)
  for (const account of await listAccounts()) {
    openTo(home, account)
    if (await mayReach(account, home)) return account
  }
  return undefined
}

async function findOwner(cluster: string): Promise<SystemAccount> {
  const { uid, gid } = statSync(cluster)
  const account = uid === 0 ? withoutSharedMemory : { name: `uid ${uid}`, ids: { uid, gid }, prefix: [] }
  if (await mayReach(account, cluster)) return account
  throw new UnusableDataDir(
    `${cluster} belongs to ${account.name}, which has no access to it: allow access through its parent directories`,
  )
}

/** Gives the account, and nobody else, access through a directory that is private to root. */
function openTo(directory: string, { ids }: SystemAccount): void {
  const { uid, mode } = statSync(directory)
  if (uid !== 0 || (mode & 0o077) !== 0 || ids.gid === undefined) return
  chownSync(directory, 0, ids.gid)
  chmodSync(directory, 0o710)
}

function tryMake(directory: string): boolean {
  try {
    mkdirSync(directory, { mode: 0o700 })
    return true
  } catch (error) {
    return isErrno(error, 'EEXIST')
  }
}

function nameFor(path: string): string {
  return `colloquy-${createHash('sha256').update(path).digest('hex').slice(0, 12)}`
}

async function chooseSocketDir(home: string, account: SystemAccount): Promise<string> {
  const name = nameFor(home)
  for (const directory of [join(home, 'run'), join(tmpdir(), name), join('/tmp', name)]) {
    // PostgreSQL parses the setting as a list: a comma or a quote in the path would split it.
    const isUsable = /^[\w./-]+$/.test(directory) && directory.length <= longestSocketDir
    if (isUsable && (await mayReach(account, dirname(directory)))) return directory
  }
  throw new UnusableDataDir(`no directory for the socket of the embedded PostgreSQL below ${home} or ${tmpdir()}`)
}

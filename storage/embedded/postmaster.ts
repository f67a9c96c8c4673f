import type { ChildProcess } from 'node:child_process'
import { closeSync, openSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { type ClusterInstallation, initialise, lastLines, startupProblemIn } from './cluster.ts'
import { type DataDir, prepareSocketDir, UnusableDataDir } from './data-dir.ts'
import { isErrno, readIfThere, withLock } from './file-lock.ts'
import { probePostmaster } from './postmaster-probe.ts'
import { identify, isAlive, isPostmasterOf, listOrphans } from './process-identity.ts'
import { runAs, spawnAs } from './system-account.ts'

/**
 * A running PostgreSQL: a child of this process, or one that was already running.
 *
 * States: adopted (another process of this account started it, and this one only watches), started (a child), stopped.
 * Invariant: at most one postmaster per data directory; remains of a crashed one are gone before another starts.
 */
export interface Postmaster {
  pid: number
  socketDir: string
  port: number
  adopted: boolean
  exited: Promise<void>
  stop(): Promise<void>
}

const adoptedPollMs = 500
// The processes of a killed postmaster hold its shared memory until they exit.
const contestedMs = 30_000
const silenceMs = 60_000
const largestLog = 16 * 1024 * 1024

/** Adopts the PostgreSQL that runs on the data directory, or starts one. */
export function launch(installation: ClusterInstallation, signal: AbortSignal): Promise<Postmaster> {
  const { dataDir } = installation
  return withLock(join(dataDir.home, 'start.lock'), signal, async () => {
    await initialise(installation)
    for (let lastResponse = performance.now(); performance.now() - lastResponse < contestedMs; ) {
      const found = findPostmaster(dataDir)
      const state = found ? await probePostmaster(found.socketDir, found.port) : 'silent'
      if (found && state === 'ready') return adopt(dataDir, found, signal)
      const started = found ? undefined : await startPostmaster(installation, signal)
      if (started) return started
      if (state === 'starting') lastResponse = performance.now()
      await delay(100, undefined, { signal })
    }
    throw new Error(`${dataDir.cluster} is in use by a PostgreSQL that does not respond; see ${logFile(dataDir)}`)
  })
}

/** Whether the process that started the PostgreSQL is still responsible for it. */
export function hasOwner(dataDir: DataDir): boolean {
  return isAlive(readIfThere(join(dataDir.home, 'owner')) ?? '')
}

type Found = Pick<Postmaster, 'pid' | 'socketDir' | 'port'>

export function findPostmaster(dataDir: DataDir): Found | undefined {
  const lines = readIfThere(join(dataDir.cluster, 'postmaster.pid'))?.split('\n') ?? []
  const pid = Number(lines[0])
  if (!(pid > 0) || !isPostmasterOf(dataDir.cluster, pid)) return undefined
  return { pid, port: Number(lines[3] || dataDir.port), socketDir: lines[4] || dataDir.socketDir }
}

function adopt(dataDir: DataDir, found: Found, signal: AbortSignal): Postmaster {
  const isThere = () => isPostmasterOf(dataDir.cluster, found.pid)
  const watch = async () => {
    while (!signal.aborted && isThere()) {
      await delay(adoptedPollMs, undefined, { ref: false, signal }).catch(() => undefined)
    }
  }
  const stop = async () => {
    if (isThere()) signalPid(found.pid, 'SIGINT')
    while (isThere()) await delay(50)
  }
  return { ...found, adopted: true, exited: watch(), stop }
}

/** Resolves to undefined while remains of a predecessor block the start. */
export async function startPostmaster(
  installation: ClusterInstallation,
  signal: AbortSignal,
): Promise<Postmaster | undefined> {
  const { dataDir } = installation
  const { socketDir, port } = dataDir
  // It responds, but its pid is not visible here: another container uses the same data directory.
  if ((await probePostmaster(socketDir, port)) !== 'silent') return undefined
  prepareSocketDir(dataDir)
  quitOrphans(dataDir)
  removeStaleLocks(dataDir)
  const logStart = rotateLog(dataDir)
  const child = await spawnPostmaster(installation)
  installation.onSpawned?.()
  const exited = new Promise<void>(resolve => {
    child.once('exit', () => resolve())
    child.once('error', () => resolve())
  })
  if (await becomesReady(dataDir, child, exited, signal)) {
    writeFileSync(join(dataDir.home, 'owner'), identify() ?? '', { mode: 0o600 })
    child.unref()
    return { pid: child.pid ?? 0, socketDir, port, adopted: false, exited, stop: () => stopChild(child, exited) }
  }
  const output = readFileSync(logFile(dataDir)).subarray(logStart).toString()
  if (/shared memory block|lock file ".*" already exists/.test(output)) return undefined
  const hindrance = startupProblemIn(output)
  if (hindrance) throw new UnusableDataDir(`its PostgreSQL does not start: ${hindrance}; see ${logFile(dataDir)}`)
  throw new Error(`PostgreSQL did not start, see ${logFile(dataDir)}:\n${lastLines(output)}`)
}

async function spawnPostmaster({ dataDir, native, settings }: ClusterInstallation): Promise<ChildProcess> {
  const { account, cluster, socketDir, port } = dataDir
  const guard = ['setpriv', '--pdeathsig', 'INT']
  const hasGuard = (await runAs(account, [...guard, 'true'])).code === 0
  // Error details contain values of users, so the server does not log statements; the client logs what is safe.
  const all = { listen_addresses: '', log_min_messages: 'log', ...settings }
  const flags = Object.entries(all).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  const command = [join(native, 'bin/postgres'), '-D', cluster, '-p', String(port), '-k', socketDir, ...flags]
  const log = openSync(logFile(dataDir), 'a', 0o600)
  try {
    // A process group of its own: Ctrl-C reaches the application first, which then stops the database.
    return spawnAs(account, [...(hasGuard ? guard : []), ...command], { stdio: ['ignore', log, log], detached: true })
  } finally {
    closeSync(log)
  }
}

async function becomesReady(dataDir: DataDir, child: ChildProcess, exited: Promise<void>, signal: AbortSignal) {
  let hasExited = false
  const ended = exited.then(() => {
    hasExited = true
  })
  for (
    let lastResponse = performance.now();
    !hasExited && !signal.aborted && performance.now() - lastResponse < silenceMs;
  ) {
    const state = await probePostmaster(dataDir.socketDir, dataDir.port)
    if (state === 'ready') return true
    // Recovery after a crash may take minutes; PostgreSQL reports that it is in progress.
    if (state === 'starting') lastResponse = performance.now()
    await Promise.race([delay(20), ended])
  }
  child.kill(signal.aborted ? 'SIGINT' : 'SIGQUIT')
  await ended
  signal.throwIfAborted()
  return false
}

async function stopChild(child: ChildProcess, exited: Promise<void>): Promise<void> {
  child.ref()
  child.kill('SIGINT')
  const impatience = setTimeout(() => child.kill('SIGQUIT'), 30_000)
  await exited
  clearTimeout(impatience)
}

/** A computing backend does not notice that its postmaster is dead, and holds the shared memory until it is done. */
function quitOrphans({ cluster }: DataDir): void {
  for (const pid of listOrphans(cluster)) signalPid(pid, 'SIGQUIT')
}

function removeStaleLocks({ cluster, socketDir, port }: DataDir): void {
  const file = join(cluster, 'postmaster.pid')
  const pid = Number(readIfThere(file)?.split('\n')[0])
  // PostgreSQL removes the lock of a dead pid itself, after checking for children of that postmaster. It mistakes a
  // zombie, or another process with the same pid, for a living postmaster.
  if (pid > 0 && !signalPid(pid, 0)) return
  rmSync(file, { force: true })
  rmSync(join(socketDir, `.s.PGSQL.${port}.lock`), { force: true })
}

/** Whether the process can be signalled. */
function signalPid(pid: number, signal: NodeJS.Signals | 0): boolean {
  try {
    return process.kill(pid, signal)
  } catch (error) {
    return !isErrno(error, 'ESRCH')
  }
}

function logFile({ home }: DataDir): string {
  return join(home, 'postgres.log')
}

/** The size of the log before this start. */
function rotateLog(dataDir: DataDir): number {
  const file = logFile(dataDir)
  const size = statSync(file, { throwIfNoEntry: false })?.size ?? 0
  if (size <= largestLog) return size
  renameSync(file, `${file}.1`)
  return 0
}

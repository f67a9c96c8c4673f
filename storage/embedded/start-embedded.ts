import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { findBinaries, installBinaries } from './binaries.ts'
import { cacheBinaries } from './cached-binaries.ts'
import type { ClusterInstallation } from './cluster.ts'
import { chooseDataDir, type EmbeddedLog } from './data-dir.ts'
import { type DatabaseAccess, findAccess, setUpAccess } from './database-access.ts'
import { withLock } from './file-lock.ts'
import { hasOwner, launch, type Postmaster } from './postmaster.ts'
import { upgradeIfOlder } from './upgrade.ts'

export interface EmbeddedDatabase extends DatabaseAccess {
  /** Whether it was already running. */
  adopted: boolean
  /** Stops the database, unless another living process started it. */
  stop(): Promise<void>
}

export interface EmbeddedOptions {
  dataDir: string
  log: EmbeddedLog
  settings?: Readonly<Record<string, string>>
  /** Called when the database process has started, before it accepts connections. */
  onSpawned?: (() => void) | undefined
  /** The folder of the programs, instead of those that npm installed. */
  binaries?: string
}

const firstDelayMs = 100
const longestDelayMs = 5000
const steadyMs = 10_000

/** Runs a PostgreSQL on the data directory, or adopts the one that is running there; restarts it whenever it dies. */
export async function startEmbedded({
  dataDir,
  log,
  settings = {},
  onSpawned,
  binaries: found = findBinaries(),
}: EmbeddedOptions): Promise<EmbeddedDatabase> {
  const stopping = new AbortController()
  const dir = await chooseDataDir(dataDir, log)
  const native = await withLock(join(dir.home, 'start.lock'), stopping.signal, () =>
    installBinaries(found, dir.home, dir.account),
  )
  const installation: ClusterInstallation = { dataDir: dir, native, settings, log, onSpawned }
  await upgradeIfOlder(installation, stopping.signal)
  const postmaster = await launch(installation, stopping.signal)
  // Unlogged tables are small and can be lost, so an upgrade need not preserve them.
  if (!postmaster.adopted && settings.fsync !== 'off') cacheBinaries(native, dir.home)
  const { socketDir, port, adopted, pid } = postmaster
  Object.assign(dir, { socketDir, port })
  log(adopted ? 'adopted the running database' : 'started the database', { postmaster: pid, home: dir.home })
  const access = await requireAccess(installation, stopping.signal).catch(async (error: unknown) => {
    if (!adopted) await postmaster.stop()
    throw error
  })
  const supervision = supervise(installation, postmaster, stopping.signal)
  const stop = () => {
    stopping.abort()
    return supervision
  }
  return { ...access, adopted, stop }
}

async function requireAccess({ dataDir, log }: ClusterInstallation, signal: AbortSignal): Promise<DatabaseAccess> {
  const settle = async () => findAccess(dataDir) ?? (await setUpAccess(dataDir, log))
  return findAccess(dataDir) ?? (await withLock(join(dataDir.home, 'start.lock'), signal, settle))
}

/** Resolves once the signal is aborted and the database is released. */
async function supervise(installation: ClusterInstallation, first: Postmaster, signal: AbortSignal): Promise<void> {
  const { dataDir, log } = installation
  const aborted = new Promise(resolve => signal.addEventListener('abort', resolve, { once: true }))
  let pause = firstDelayMs
  for (let current: Postmaster | undefined = first; current; ) {
    const since = performance.now()
    await Promise.race([current.exited, aborted])
    if (signal.aborted) {
      if (!current.adopted || !hasOwner(dataDir)) await current.stop()
      return
    }
    log('the database stopped, starting it again', { postmaster: current.pid })
    if (performance.now() - since > steadyMs) pause = firstDelayMs
    current = await relaunch(installation, pause, signal)
    pause = Math.min(pause * 2, longestDelayMs)
  }
}

async function relaunch(installation: ClusterInstallation, pause: number, signal: AbortSignal) {
  for (let wait = pause; !signal.aborted; wait = Math.min(wait * 2, longestDelayMs)) {
    try {
      await delay(wait, undefined, { signal })
      const postmaster = await launch(installation, signal)
      installation.log('the database is running again', { postmaster: postmaster.pid, adopted: postmaster.adopted })
      return postmaster
    } catch (error) {
      if (!signal.aborted) installation.log('the database does not start', { err: error })
    }
  }
  return undefined
}

import { mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { openPaying } from '../../conformance/steps/payment-steps.ts'
import { makeReceiverFile } from '../../conformance/stubs/receiver-file.ts'
import { ROOT, startLine } from '../builds/builds.ts'
import { startCommand } from '../processes.ts'
import { BASE_URL, environment, findDatabase } from '../product.ts'
import type { Hooks } from './attack-context.ts'
import { isRunning, serverProcesses } from './memory.ts'
import { openSlowNode } from './slow-node.ts'

export type RateLimits = 'on' | 'off'

/** The server that is attacked. */
export interface Target extends Hooks {
  baseUrl: string
  /** The processes whose memory is measured; empty if they are unknown. */
  pids: readonly number[]
  /** The last output of a process that ended, if this script started it. */
  lastWords(): string
  stop(): Promise<void>
}

export interface Wanted {
  rateLimits: RateLimits
  workers: number
  /** Whether it has a webhook receiver and a payment chain. */
  hasHooks: boolean
}

/** Starts a server with a separate database and data directory. */
export async function startTarget({ rateLimits, workers, hasHooks }: Wanted): Promise<Target> {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'abuse-'))
  const logFile = path.join(dataDir, 'server.log')
  const env = { RATE_LIMITS: rateLimits, WEB_CONCURRENCY: String(workers), LOG_LEVEL: 'error' }
  const chain = hasHooks ? await openSlowChain(path.join(dataDir, 'chain')) : undefined
  const clean = async () => {
    await chain?.stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
  try {
    const all = { ...environment(dataDir), ...env, ...chain?.settings }
    const receiver = hasHooks ? await makeReceiverFile(ROOT, path.join(dataDir, 'receiver')) : undefined
    const line = startLine(ROOT, receiver?.entry)
    const { pid, found: baseUrl, stop } = await startCommand(line, all, BASE_URL, openSync(logFile, 'w'))
    const { postmaster } = findDatabase(dataDir)
    const pids = serverProcesses(pid)
    return {
      baseUrl: baseUrl,
      pids,
      receiver: receiver?.file,
      operator: operatorOf(dataDir, chain?.settings),
      lastWords: () => /FATAL ERROR.*|^\w*Error.*/m.exec(readFileSync(logFile, 'utf8'))?.[0] ?? '',
      async stop() {
        await stop()
        // A process that crashed leaves its children behind.
        for (const child of [...pids, postmaster]) await end(child)
        await clean()
      },
    }
  } catch (error) {
    await clean()
    throw error
  }
}

function operatorOf(dataDir: string, settings: Record<string, string> = {}): string {
  const assignments = Object.entries({ DATA_DIR: dataDir, ...settings }).map(([name, value]) => `${name}='${value}'`)
  return `cd '${ROOT}' && env -u DATABASE_URL ${assignments.join(' ')} '${process.execPath}' dist/testing/operator-verbs.js`
}

/** A chain whose node responds late; none if the platform has no anvil. */
async function openSlowChain(folder: string) {
  const { settings, stop } = await openPaying(ROOT, folder)
  const { PAYMENTS_RPC_URL: url } = settings
  const node = url === undefined ? undefined : await openSlowNode(url)
  return {
    settings: node ? { ...settings, PAYMENTS_RPC_URL: node.url } : settings,
    async stop() {
      node?.stop()
      await stop()
    },
  }
}

const END_WITHIN_MS = 5_000

/** SIGINT requests PostgreSQL's fast shutdown. */
async function end(pid: number): Promise<void> {
  const deadline = performance.now() + END_WITHIN_MS
  for (let signal: NodeJS.Signals = 'SIGINT'; isRunning(pid); ) {
    process.kill(pid, signal)
    await pause(100)
    if (performance.now() > deadline) signal = 'SIGKILL'
  }
}

const LOOPBACK = /^(localhost|127\.\d+\.\d+\.\d+)$/

/** A server on this machine that was started separately; servers elsewhere are not attacked. */
export function findTarget(baseUrl: string, pid: number | undefined, hooks: Hooks): Target {
  const { protocol, hostname } = new URL(baseUrl)
  if (protocol !== 'http:' || !LOOPBACK.test(hostname)) {
    throw new Error('only a server of this machine is attacked: http://127.0.0.1:PORT')
  }
  const pids = pid === undefined ? [] : serverProcesses(pid)
  if (pid !== undefined && pids.length === 0) throw new Error(`there is no process ${pid} that may be read`)
  return { ...hooks, baseUrl: baseUrl.replace(/\/$/, ''), pids, lastWords: () => '', stop: async () => {} }
}

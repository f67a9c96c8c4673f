import { mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { ROOT, startLine } from '../bench/builds.ts'
import { startCommand } from '../bench/processes.ts'
import { BASE_URL, environment, findDatabase } from '../bench/product.ts'
import { makePremises } from '../premises.ts'
import type { Hooks } from './ground.ts'
import { isRunning, serverProcesses } from './memory.ts'

export type RateLimits = 'on' | 'off'

/** The server that is attacked. */
export interface Target extends Hooks {
  baseUrl: string
  /** Those whose memory is read; empty where nobody said which they are. */
  pids: readonly number[]
  /** What a process said before it ended, where it is one of ours. */
  lastWords(): string
  stop(): Promise<void>
}

export interface Wanted {
  rateLimits: RateLimits
  workers: number
  /** Somewhere for webhooks to lead to. */
  hasHooks: boolean
}

/** Starts a server with a database and data of its own. */
export async function startTarget({ rateLimits, workers, hasHooks }: Wanted): Promise<Target> {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'abuse-'))
  const logFile = path.join(dataDir, 'server.log')
  const env = { RATE_LIMITS: rateLimits, WEB_CONCURRENCY: String(workers), LOG_LEVEL: 'error' }
  const clean = () => rmSync(dataDir, { recursive: true, force: true })
  try {
    const all = { ...environment(dataDir), ...env }
    const premises = hasHooks ? await makePremises(ROOT, path.join(dataDir, 'receiver')) : undefined
    const line = startLine(ROOT, premises?.entry)
    const { pid, found, stop } = await startCommand(line, all, BASE_URL, openSync(logFile, 'w'))
    const { postmaster } = findDatabase(dataDir)
    const pids = serverProcesses(pid)
    return {
      baseUrl: found,
      pids,
      receiver: premises?.file,
      operator: operatorOf(dataDir),
      lastWords: () => /FATAL ERROR.*|^\w*Error.*/m.exec(readFileSync(logFile, 'utf8'))?.[0] ?? '',
      async stop() {
        await stop()
        // One that ended badly has left its children behind.
        for (const child of [...pids, postmaster]) await end(child)
        clean()
      },
    }
  } catch (error) {
    clean()
    throw error
  }
}

const operatorOf = (dataDir: string) =>
  `cd '${ROOT}' && env -u DATABASE_URL DATA_DIR='${dataDir}' '${process.execPath}' dist/testing/operator-verbs.js`

const END_WITHIN_MS = 5_000

/** SIGINT is PostgreSQL's fast shutdown. */
async function end(pid: number): Promise<void> {
  const deadline = performance.now() + END_WITHIN_MS
  for (let signal: NodeJS.Signals = 'SIGINT'; isRunning(pid); ) {
    process.kill(pid, signal)
    await pause(100)
    if (performance.now() > deadline) signal = 'SIGKILL'
  }
}

const LOOPBACK = /^(localhost|127\.\d+\.\d+\.\d+)$/

/** A server that somebody else started on this machine; no other is attacked. */
export function findTarget(baseUrl: string, pid: number | undefined, hooks: Hooks): Target {
  const { protocol, hostname } = new URL(baseUrl)
  if (protocol !== 'http:' || !LOOPBACK.test(hostname)) {
    throw new Error('only a server of this machine is attacked: http://127.0.0.1:PORT')
  }
  const pids = pid === undefined ? [] : serverProcesses(pid)
  if (pid !== undefined && pids.length === 0) throw new Error(`there is no process ${pid} that may be read`)
  return { ...hooks, baseUrl: baseUrl.replace(/\/$/, ''), pids, lastWords: () => '', stop: async () => {} }
}

import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { setTimeout as delay } from 'node:timers/promises'
import { identify, isAlive } from './process-identity.ts'

/** Waits as long as a living process holds the file; a lock left by a crash is taken over. */
export async function withLock<Result>(
  file: string,
  signal: AbortSignal,
  work: () => Promise<Result>,
): Promise<Result> {
  await acquireLock(file, signal)
  try {
    return await work()
  } finally {
    rmSync(file, { force: true })
  }
}

async function acquireLock(file: string, signal: AbortSignal): Promise<void> {
  const mine = identify() ?? String(process.pid)
  for (let seen: string | undefined; ; ) {
    if (tryCreate(file, mine)) return
    const holder = readIfThere(file)
    // Seen twice, so that a holder between creating and writing the file does not count as dead.
    if (holder !== undefined && holder === seen && !isAlive(holder)) rmSync(file, { force: true })
    seen = holder
    await delay(25, undefined, { signal })
  }
}

export function readIfThere(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    if (isErrno(error, 'ENOENT')) return undefined
    throw error
  }
}

export function isErrno(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code
}

function tryCreate(file: string, content: string): boolean {
  try {
    writeFileSync(file, content, { flag: 'wx', mode: 0o600 })
    return true
  } catch (error) {
    if (isErrno(error, 'EEXIST')) return false
    throw error
  }
}

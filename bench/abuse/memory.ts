import { readlinkSync } from 'node:fs'
import { childrenOf, residentMb } from '../cpu.ts'

/** The server process and its workers; its database is another program and not included. */
export function serverProcesses(pid: number): number[] {
  const program = programOf(pid)
  if (program === undefined) return []
  return [pid, ...childrenOf(pid).filter(child => programOf(child) === program)]
}

export const isRunning = (pid: number): boolean => programOf(pid) !== undefined

function programOf(pid: number): string | undefined {
  try {
    return readlinkSync(`/proc/${pid}/exe`)
  } catch {
    return undefined
  }
}

const SAMPLE_MS = 100

/** The maximum resident memory of each process since the start, in MB. */
export interface Watch {
  stop(): Map<number, number>
}

export function watchMemory(pids: readonly number[]): Watch {
  const most = new Map<number, number>()
  const sample = () => {
    for (const pid of pids) most.set(pid, Math.max(most.get(pid) ?? 0, memoryOf(pid)))
  }
  sample()
  const timer = setInterval(sample, SAMPLE_MS)
  return {
    stop() {
      clearInterval(timer)
      sample()
      return most
    },
  }
}

/** 0 if the process has ended. */
export function memoryOf(pid: number): number {
  try {
    return residentMb(pid) || 0
  } catch {
    return 0
  }
}

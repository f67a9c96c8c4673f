import { readdirSync, readFileSync } from 'node:fs'

/** USER_HZ is 100 on Linux. */
const TICK_US = 10_000

interface Stat {
  parent: number
  /** User and system time of all threads, in µs. */
  own: number
  /** The same for children that ended. */
  ended: number
}

/** The CPU time that a process has used, in µs: user and system time of all its threads. */
export const cpuOf = (pid: number): number => readStat(pid)?.own ?? 0

/** The CPU time of a server process and its children in µs, without PostgreSQL. */
export const cpuOfServer = (pid: number, postmaster?: number): number =>
  childrenOf(pid).reduce((sum, child) => sum + (child === postmaster ? 0 : cpuOf(child)), cpuOf(pid))

/** The CPU time of a process and of its children, running or ended, in µs. */
export function cpuOfFamily(pid: number): number {
  const root = readStat(pid)
  if (!root) return 0
  return childrenOf(pid).reduce((sum, child) => sum + cpuOf(child), root.own + root.ended)
}

/** Resident memory in MB. */
export function residentMb(pid: number): number {
  const kb = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]
  return Number(kb) / 1024
}

export function childrenOf(parent: number): number[] {
  const processes = readdirSync('/proc').filter(name => /^\d+$/.test(name))
  return processes.map(Number).filter(pid => readStat(pid)?.parent === parent)
}

function readStat(pid: number): Stat | undefined {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'latin1')
    const fields = text.slice(text.lastIndexOf(')') + 2).split(' ')
    const ticks = (...fieldNumbers: number[]) =>
      fieldNumbers.reduce((sum, fieldNumber) => sum + Number(fields[fieldNumber]), 0) * TICK_US
    return { parent: Number(fields[1]), own: ticks(11, 12), ended: ticks(13, 14) }
  } catch {
    return undefined
  }
}

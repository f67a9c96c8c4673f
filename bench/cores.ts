import { spawnSync } from 'node:child_process'
import { availableParallelism } from 'node:os'

/** Pins the server to core 0 and all else to the other cores, so that its CPU cost determines its rate. */
export interface Cores {
  isPinned: boolean
  /** The command line that runs on the server's core. */
  onServerCore(command: string[]): string[]
  /** Moves a process with all its threads off the server's core, or allows all cores again. */
  confine(pid: number, to: 'rest' | 'all'): void
}

export function openCores(isWanted: boolean): Cores {
  const last = availableParallelism() - 1
  const isPinned = isWanted && last > 0 && spawnSync('taskset', ['-c', '0', 'true']).status === 0
  return {
    isPinned,
    onServerCore: command => (isPinned ? ['taskset', '-c', '0', ...command] : command),
    confine(pid, to) {
      if (isPinned) spawnSync('taskset', ['-acp', `${to === 'rest' ? 1 : 0}-${last}`, String(pid)])
    },
  }
}

/** For what is not measured, or has several processes. */
export const ANYWHERE: Cores = { isPinned: false, onServerCore: command => command, confine: () => {} }

import { existsSync, readdirSync, readFileSync, readlinkSync } from 'node:fs'

/** Only Linux shows which processes another one has started. */
export const canSeeChildren = (): boolean => existsSync(`/proc/${process.pid}/task/${process.pid}/children`)

export const childProcessesOf = (pid: number): number[] =>
  readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean).map(Number)

/** Those of the processes that accept connections there: one that was just started does not yet, one that was killed no more. */
export function serversAmong(pids: readonly number[], base: string): number[] {
  const port = Number(new URL(base).port).toString(16).toUpperCase().padStart(4, '0')
  const listening = readFileSync('/proc/net/tcp', 'utf8')
    .split('\n')
    .map(line => line.trim().split(/\s+/))
    .find(([, local, , state]) => local?.endsWith(`:${port}`) && state === '0A')
  const socket = `socket:[${listening?.[9]}]`
  return pids.filter(pid => {
    try {
      return readdirSync(`/proc/${pid}/fd`).some(fd => readlinkSync(`/proc/${pid}/fd/${fd}`) === socket)
    } catch {
      return false
    }
  })
}

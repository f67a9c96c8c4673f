import { spawnSync } from 'node:child_process'
import { readdirSync, readFileSync, readlinkSync } from 'node:fs'

interface RunningProcess {
  born: string
  command: string
}

/** Identifies a process for its lifetime, despite reused pids; undefined for none and for a zombie. */
export function identify(pid: number = process.pid): string | undefined {
  const found = findProcess(pid)
  return found && `${pid} ${found.born}`
}

export function isAlive(identity: string): boolean {
  const pid = Number.parseInt(identity, 10)
  return pid > 0 && identify(pid) === identity
}

/** Whether the pid is that of a postmaster for this data directory. */
export function isPostmasterOf(cluster: string, pid: number): boolean {
  return roleIn(cluster, pid) === 'postmaster'
}

/** The server processes that a dead postmaster of this data directory left behind. Linux only. */
export function listOrphans(cluster: string): number[] {
  if (process.platform !== 'linux') return []
  const pids = readdirSync('/proc').map(Number).filter(Boolean)
  const members = pids.map(pid => ({ pid, role: roleIn(cluster, pid) })).filter(member => member.role)
  return members.some(member => member.role === 'postmaster') ? [] : members.map(member => member.pid)
}

function roleIn(cluster: string, pid: number): 'postmaster' | 'child' | undefined {
  const found = findProcess(pid)
  if (!found || !/\bpostgres\b/.test(found.command)) return undefined
  const directory = workingDirectory(pid)
  const isMember = directory ? directory === cluster : found.command.includes(`-D ${cluster} `)
  if (!isMember) return undefined
  return found.command.startsWith('postgres: ') ? 'child' : 'postmaster'
}

function findProcess(pid: number): RunningProcess | undefined {
  return process.platform === 'linux' ? readProc(pid) : askPs(pid)
}

function readProc(pid: number): RunningProcess | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    const [state, ...fields] = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    if (state === 'Z' || state === 'X') return undefined
    const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()
    const command = readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ')
    return { born: `${boot} ${fields[18]}`, command }
  } catch {
    return undefined
  }
}

function askPs(pid: number): RunningProcess | undefined {
  const ps = spawnSync('/bin/ps', ['-o', 'stat=,lstart=,command=', '-p', String(pid)], { env: { LC_ALL: 'C' } })
  const [, state, born, command] = /^\s*(\S+)\s+(.{24})\s+(.*)/.exec(String(ps.stdout)) ?? []
  if (!state || !born || command === undefined || state.startsWith('Z')) return undefined
  return { born, command: `${command} ` }
}

function workingDirectory(pid: number): string | undefined {
  try {
    return readlinkSync(`/proc/${pid}/cwd`)
  } catch {
    return undefined
  }
}

import { type ChildProcess, type SpawnOptions, spawn } from 'node:child_process'
import { readIfThere } from './file-lock.ts'

/** The account that runs the database: PostgreSQL refuses root. */
export interface SystemAccount {
  name: string
  ids: { uid: number; gid: number } | Record<string, never>
  prefix: string[]
}

interface Outcome {
  code: number
  output: string
}

export const currentAccount: SystemAccount = { name: 'oneself', ids: {}, prefix: [] }

/** Root with dropped capabilities and another uid, if there is no other account. */
export const withoutSharedMemory: SystemAccount = { name: 'unshared', ids: {}, prefix: ['unshare', '--user'] }

const environment = {
  PATH: '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin',
  LC_ALL: 'C',
  TZ: 'UTC',
  HOME: '/',
}

export function isRoot(): boolean {
  return process.getuid?.() === 0
}

/** The accounts that root may run the database as, best first, without those it cannot change to. */
export async function listAccounts(): Promise<SystemAccount[]> {
  const users = readPasswd()
  const preferred = ['postgres', 'nobody'].flatMap(name => users.filter(user => user.name === name))
  const accounts: SystemAccount[] = []
  for (const account of new Set([...preferred, ...users.slice(0, 1)])) {
    if (await mayReach(account, '/')) accounts.push(account)
  }
  return accounts
}

export async function mayReach(account: SystemAccount, directory: string): Promise<boolean> {
  const { code } = await runAs(account, ['/bin/sh', '-c', 'test -x "$1"', 'sh', directory])
  return code === 0
}

/** Never rejects: a program that cannot be started has the code -1. */
export function runAs(account: SystemAccount, command: string[]): Promise<Outcome> {
  return new Promise<Outcome>(resolve => {
    const child = spawnAs(account, command, { stdio: ['ignore', 'pipe', 'pipe'] })
    const chunks: Buffer[] = []
    child.stdout?.on('data', chunk => chunks.push(chunk))
    child.stderr?.on('data', chunk => chunks.push(chunk))
    child.once('error', error => resolve({ code: -1, output: error.message }))
    child.once('close', code => resolve({ code: code ?? -1, output: Buffer.concat(chunks).toString() }))
  }).catch(error => ({ code: -1, output: String(error) }))
}

export function spawnAs(account: SystemAccount, command: string[], options: SpawnOptions): ChildProcess {
  const [program = '', ...args] = [...account.prefix, ...command]
  return spawn(program, args, { cwd: '/', env: environment, ...account.ids, ...options })
}

function readPasswd(): SystemAccount[] {
  const lines = (readIfThere('/etc/passwd') ?? '').split('\n')
  return lines.flatMap(line => {
    const [name, , uid, gid] = line.split(':')
    if (!name || !uid || !gid || Number(uid) === 0) return []
    return [{ name, ids: { uid: Number(uid), gid: Number(gid) }, prefix: [] }]
  })
}

import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import postgres from 'postgres'
import { type Build, startLine } from './builds/builds.ts'
import type { Cores } from './cores.ts'
import { childrenOf } from './cpu.ts'
import { type Started, startCommand } from './processes.ts'

/** The server under test, and the PostgreSQL that it started. */
export interface Product extends Started, Build {
  dataDir: string
  port: number
  baseUrl: string
  postmaster: number
  database: Database
}

export type Database = { path: string; user: string; password: string; database: string }

/** The base URL in the startup output of a server. */
export const BASE_URL = /base URL\s+(\S+)/

export const environment = (dataDir: string) => ({
  PORT: '0',
  DATA_DIR: dataDir,
  RATE_LIMITS: 'off',
  LOG_LEVEL: 'warn',
})

export async function startProduct(
  build: Build,
  dataDir: string,
  cores: Cores,
  more: NodeJS.ProcessEnv = {},
  entry?: string[],
): Promise<Product> {
  const line = cores.onServerCore(startLine(build.root, entry))
  const { found: baseUrl, pid, stop } = await startCommand(line, { ...environment(dataDir), ...more }, BASE_URL)
  const home = findDatabase(dataDir)
  for (const process of [home.postmaster, ...childrenOf(home.postmaster)]) cores.confine(process, 'rest')
  return { ...build, dataDir, pid, stop, baseUrl, port: Number(new URL(baseUrl).port), ...home }
}

/** The folder of a data directory's database, which may be redirected. */
export function homeOf(dataDir: string): string {
  const note = path.join(dataDir, 'moved-to')
  return existsSync(note) ? readFileSync(note, 'utf8').trim() : dataDir
}

/** From postmaster.pid: pid, directory, start time, port and socket directory. */
export function findDatabase(dataDir: string): Pick<Product, 'postmaster' | 'database'> {
  const home = homeOf(dataDir)
  const { app: password } = JSON.parse(readFileSync(path.join(home, 'database-passwords.json'), 'utf8'))
  const [pid, , , port, socketDir] = readFileSync(path.join(home, 'postgres/postmaster.pid'), 'utf8').split('\n')
  return {
    postmaster: Number(pid),
    database: { path: `${socketDir}/.s.PGSQL.${port}`, user: 'app', password, database: 'postgres' },
  }
}

export const connect = (database: Database, max = 1) => postgres({ ...database, max, onnotice: () => {} })

import { existsSync, realpathSync } from 'node:fs'
import { join } from 'node:path'
import type { DbAddress } from '../db/db.ts'
import { accessTo } from './database-access.ts'
import { isErrno, readIfThere } from './file-lock.ts'
import { probePostmaster } from './postmaster-probe.ts'
import { findPasswords } from './role-passwords.ts'

/**
 * The address of the embedded database of a data directory, for clients; `closed` if another account runs it without
 * access for this one.
 */
export async function findRunningDatabase(dataDir: string): Promise<DbAddress | 'none' | 'closed'> {
  try {
    const home = homeOf(dataDir)
    const lines = readIfThere(join(home, 'postgres', 'postmaster.pid'))?.split('\n') ?? []
    const [, , , port, socketDir] = lines
    if (!port || !socketDir || (await probePostmaster(socketDir, Number(port))) !== 'ready') return 'none'
    const passwords = findPasswords(home)
    return passwords ? accessTo({ socketDir, port: Number(port) }, passwords).plain : 'none'
  } catch (error) {
    if (isErrno(error, 'ENOENT')) return 'none'
    if (isErrno(error, 'EACCES')) return 'closed'
    throw error
  }
}

const homeOf = (dataDir: string): string => {
  const requested = realpathSync(dataDir)
  return readIfThere(join(requested, 'moved-to')) ?? requested
}

/** The directory of the embedded database's files, if there is one. */
export function findHome(dataDir: string): string | undefined {
  const home = existsSync(dataDir) ? homeOf(dataDir) : undefined
  return home !== undefined && existsSync(join(home, 'postgres')) ? home : undefined
}

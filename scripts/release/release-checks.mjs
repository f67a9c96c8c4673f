// Runs before a release what CI has no time or no machine for: `node scripts/release/release-checks.mjs [REQUESTS A
// SECOND [PART...]]` runs all parts, or those whose commands contain one of the given words, one after the other. A
// part is skipped if a program that it needs is not installed; the last lines of the output say so. Everything runs
// only as root.
import { spawnSync } from 'node:child_process'
import path from 'node:path'
import { EARLIER } from './previous-build.mjs'

const [rate = '300', ...wanted] = process.argv.slice(2)
const PARTS = [
  'release/point-in-time.mjs',
  'release/embedded-upgrade.mjs',
  'release/pgbouncer.mjs',
  `release/rolling-upgrade.mjs ${EARLIER}`,
  `release/rolling-restart.mjs ${rate}`,
  `release/rolling-restart.mjs ${rate} ${EARLIER}`,
  'release/failover.mjs',
  'measure/backup-restore.mjs 0.02',
]
const selected = PARTS.filter(part => wanted.length === 0 || wanted.some(word => part.includes(word)))
const commands = selected.map(part => `node scripts/${part}`)
const root = path.join(import.meta.dirname, '../..')
for (const words of [['build.mjs'], ['scripts/run-parallel.mjs', ...commands]]) {
  const { status } = spawnSync(process.execPath, words, { cwd: root, stdio: 'inherit' })
  if (status !== 0) process.exit(status ?? 1)
}

// What a release plays, and CI has no time or no machine for: `node .ci/by-hand.mjs [REQUESTS A SECOND [PART...]]` plays all of
// it, or the parts whose commands hold one of these words, one after the other. What has to be installed for a part is named
// by the part itself, which is left out without it: the lines at the end say so. As root all of them are played.
import { spawnSync } from 'node:child_process'
import path from 'node:path'
import { DRAINING, EARLIER } from './earlier.mjs'

const [rate = '300', ...wanted] = process.argv.slice(2)
const PARTS = [
  'point-in-time.mjs',
  'embedded-upgrade.mjs',
  'pgbouncer.mjs',
  `rolling-upgrade.mjs ${EARLIER}`,
  `rolling-restart.mjs ${rate}`,
  `rolling-restart.mjs ${rate} ${DRAINING}`,
  'failover.mjs',
  'backup-figures.mjs 0.02',
]
const played = PARTS.filter(part => wanted.length === 0 || wanted.some(word => part.includes(word)))
const commands = played.map(part => `node .ci/${part}`)
const root = path.join(import.meta.dirname, '..')
for (const words of [['build.mjs'], ['.ci/beside.mjs', ...commands]]) {
  const { status } = spawnSync(process.execPath, words, { cwd: root, stdio: 'inherit' })
  if (status !== 0) process.exit(status ?? 1)
}

// Checks the files of deploy/ that nothing else runs: the systemd unit, offline, including its exposure level, and the
// compose file, whose variables must all be variables of the server.
import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { parse } from 'yaml'
import { NAMES } from '../../dist/server/config/variables.js'
import { exitWithOutcome, Failure } from '../checkout.mjs'

const root = path.join(import.meta.dirname, '../..')
const UNIT = 'deploy/colloquy.service'
const BACKUP = ['deploy/colloquy-backup.service', 'deploy/colloquy-backup.timer']
/** Out of 100; a service without any protection has 96. */
const MOST_EXPOSED = '20'

function examine(words, units = [UNIT]) {
  const { status, stderr } = spawnSync('systemd-analyze', [...words, ...units], { cwd: root, encoding: 'utf8' })
  if (status !== 0) throw new Failure(`systemd-analyze ${words.join(' ')} rejects ${units}:\n${stderr}`)
}

await exitWithOutcome(async () => {
  const { services } = parse(readFileSync(path.join(root, 'deploy/compose.yaml'), 'utf8'))
  const unknown = Object.keys(services.colloquy.environment).filter(name => !NAMES.includes(name))
  if (unknown.length > 0) throw new Failure(`deploy/compose.yaml sets ${unknown.join(', ')}, which nothing reads`)
  process.stdout.write('deploy/compose.yaml sets what the server reads\n')
  if (spawnSync('systemd-analyze', ['--version']).status !== 0) {
    process.stdout.write('skipped: systemd-analyze is not installed\n')
    return
  }
  // The program that the unit starts does not exist on this machine.
  if (spawnSync('test', ['-x', '/usr/bin/node']).status === 0) examine(['verify'], [UNIT, ...BACKUP])
  else process.stdout.write('skipped: systemd-analyze verify requires /usr/bin/node\n')
  examine(['security', '--offline=true', `--threshold=${MOST_EXPOSED}`])
  process.stdout.write(`${UNIT} is understood, and leaves the service little exposed\n`)
})

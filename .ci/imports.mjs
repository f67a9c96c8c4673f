// The import rules of .dependency-cruiser.cjs, guarded against a run that saw no modules.
import { spawnSync } from 'node:child_process'
import path from 'node:path'

const root = path.join(import.meta.dirname, '..')
const places = ['server', 'storage', 'push', 'tools', 'facade', 'conformance', 'main.ts', 'operator.ts', 'testing']
const cruise = (output, ...options) =>
  spawnSync(
    process.execPath,
    ['node_modules/dependency-cruiser/bin/dependency-cruise.mjs', ...places, '-T', output, ...options],
    {
      cwd: root,
      encoding: 'utf8',
      maxBuffer: 1 << 28,
    },
  )

const { modules } = JSON.parse(cruise('json').stdout)
const edges = modules.reduce((sum, { dependencies }) => sum + dependencies.length, 0)
if (modules.length < 50 || edges < 100) {
  process.stderr.write(`dependency-cruiser saw only ${modules.length} modules and ${edges} imports\n`)
  process.exit(1)
}
const checked = cruise('err')
process.stdout.write(checked.stdout)
const folders = cruise('err', '--config', '.ci/folders.cjs')
process.stdout.write(folders.stdout)

/** `process.env` and the clock of the machine are each read in one place. */
const strays = [
  ['process\\.env', 'server/config.ts'],
  ['Date\\.now|new Date\\(\\)', 'server/database-clock.ts'],
].map(([pattern, place]) => {
  const exceptions = [place, '*.test.ts', 'testing', 'conformance'].map(file => `:!${file}`)
  const grep = spawnSync('git', ['grep', '-nE', pattern, '--', '*.ts', ...exceptions], { cwd: root, encoding: 'utf8' })
  if (grep.stdout) process.stdout.write(`belongs into ${place}:\n${grep.stdout}`)
  return grep.stdout
})
process.exit(strays.join('') || checked.status !== 0 || folders.status !== 0 ? 1 : 0)

// The import rules of .dependency-cruiser.cjs, guarded against a run that saw no modules.
import { spawnSync } from 'node:child_process'
import path from 'node:path'

const root = path.join(import.meta.dirname, '..')
const places = ['storage', 'push', 'tools', 'facade', 'conformance', 'main.ts', 'server.ts', 'operator.ts']
const cruise = output =>
  spawnSync(process.execPath, ['node_modules/dependency-cruiser/bin/dependency-cruise.mjs', ...places, '-T', output], {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 1 << 28,
  })

const { modules } = JSON.parse(cruise('json').stdout)
const edges = modules.reduce((sum, { dependencies }) => sum + dependencies.length, 0)
if (modules.length < 50 || edges < 100) {
  process.stderr.write(`dependency-cruiser saw only ${modules.length} modules and ${edges} imports\n`)
  process.exit(1)
}
const checked = cruise('err')
process.stdout.write(checked.stdout)

/** `process.env` and the clock of the machine are each read in one place. */
const strays = [
  ['process\\.env', 'config.ts'],
  ['Date\\.now|new Date\\(\\)', 'database-clock.ts'],
].map(([pattern, place]) => {
  const exceptions = [place, '*.test.ts', '*testing.ts', 'test-runner.ts', 'conformance'].map(file => `:!${file}`)
  const grep = spawnSync('git', ['grep', '-nE', pattern, '--', '*.ts', ...exceptions], { cwd: root, encoding: 'utf8' })
  if (grep.stdout) process.stdout.write(`belongs into ${place}:\n${grep.stdout}`)
  return grep.stdout
})
process.exit(strays.join('') ? 1 : (checked.status ?? 1))

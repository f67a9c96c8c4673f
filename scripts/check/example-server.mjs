// Runs the suite against the example server, which shares no code with ours: everything it implements must pass, with
// as many checks as its README lists for each step.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'

const root = path.join(import.meta.dirname, '../..')
const folder = mkdtempSync(path.join(tmpdir(), 'colloquy-example-'))
const file = path.join(folder, 'report.json')
/** Why a check of its families may be skipped. */
const MAY_SKIP = /which this server does not offer|^needs --operator$|^not in the profile core$/

const server = spawn(process.execPath, ['examples/server/server.mjs', '0'], {
  cwd: root,
  stdio: ['ignore', 'pipe', 'inherit'],
})
const [line] = await once(server.stdout.setEncoding('utf8'), 'data')
const baseUrl = /base URL (\S+)/.exec(line)[1]
const suite = spawn(
  process.execPath,
  [
    ...['dist/conformance/run.js', '--base-url', baseUrl, '--offered', '--unlimited', '--profile', 'core'],
    ...['--only', '^(enrollment|envelope|keys|posts)', '--report', `json=${file}`],
  ],
  { cwd: root, stdio: 'inherit' },
)
const [code] = await once(suite, 'exit')
server.kill()
const { checks } = JSON.parse(readFileSync(file, 'utf8'))
rmSync(folder, { recursive: true })
const readme = readFileSync(path.join(root, 'examples/server/README.md'), 'utf8')
/** Rows of its table: the scenarios of a step, and the number of checks that pass. */
const steps = [...readme.matchAll(/^\| \d+ .*\| (`[^|]+`) +\| (\d+) +\|$/gm)].map(([, cell, count]) => {
  const scenarios = cell.split(';').map(name => name.trim().replaceAll('`', ''))
  const passed = checks.filter(({ state, scenario }) => state === 'passed' && scenarios.includes(scenario)).length
  return { scenarios, passed, count: Number(count) }
})
const unlike = steps.filter(({ passed, count }) => passed !== count)
const odd = checks.filter(({ state, reason }) => state === 'skipped' && !MAY_SKIP.test(reason))
for (const { scenarios, passed, count } of unlike) {
  console.error(`${scenarios.join('; ')}: ${passed} checks passed, and its README says ${count}`)
}
if (steps.length === 0) console.error('its README has no steps')
for (const { title, reason } of odd) console.error(`skipped: ${title}: ${reason}`)
process.exitCode = code || (steps.length === 0 || unlike.length > 0 || odd.length > 0 ? 1 : 0)

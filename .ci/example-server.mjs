// Plays the suite against the example of a server, which shares no code with ours: what it offers passes whole.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'

const root = path.join(import.meta.dirname, '..')
const folder = mkdtempSync(path.join(tmpdir(), 'colloquy-example-'))
const file = path.join(folder, 'report.json')
/** As many as it passes at least: fewer, and the suite asks it less than it did. */
const LEAST = 300
/** Why a check of its families may be left out. */
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
const passed = checks.filter(({ state }) => state === 'passed').length
const odd = checks.filter(({ state, reason }) => state === 'skipped' && !MAY_SKIP.test(reason))
if (passed < LEAST) console.error(`it passed ${passed} checks, and should pass ${LEAST} at least`)
for (const { title, reason } of odd) console.error(`left out: ${title}: ${reason}`)
process.exitCode = code || (passed < LEAST || odd.length > 0 ? 1 : 0)

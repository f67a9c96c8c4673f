// `npm ci`, `npm start` and `npm test` on another Node than the machine's own, in a copy of the checkout; npm has the
// binaries of all versions. `node scripts/check/node-versions.mjs 22.20.0 [files of tests]` takes that version and those tests,
// `'**'` for all of them; else it is the newest that is supported long, and what leans most on Node.
import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { copyCheckout, Failure, judged, run, serving } from '../checkout.mjs'

const LONG_SUPPORTED = ['24.21.0', '22.23.3']
/** Sockets, TLS, streams, keys and modules; the rest is SQL and plain computing, and processes are those of `npm start`. */
const LEANING = [
  ...['facade/http/**', 'tools/keys/**', 'tools/core/text/**', 'clients/typescript/**'],
  ...['egress*', 'json-rpc*', 'mail*', 'webhooks*', 'broker/**'].map(name => `push/${name}`),
]

const own = process.versions.node.split('.')[0]
const [version = LONG_SUPPORTED.find(one => one.split('.')[0] !== own), ...files] = process.argv.slice(2)
const folder = mkdtempSync(path.join(tmpdir(), 'colloquy-node-'))
const copy = path.join(folder, 'copy')
const name = `node-${process.platform}-${process.arch}`
const bin = path.join(folder, 'node_modules', name, 'bin')
const env = {
  ...process.env,
  PATH: `${bin}${path.delimiter}${process.env.PATH}`,
  // Each process compiles the same files; Node 20 does not know this.
  NODE_COMPILE_CACHE: path.join(folder, 'compiled'),
}
const FLAWS = /bad option|unrecognized flag|EBADENGINE|DeprecationWarning/

const npm = (...words) => run('npm', words, { cwd: copy, env })

async function fetchNode() {
  const install = ['install', '--no-save', '--no-audit', '--no-fund', '--prefix', folder, `${name}@${version}`]
  await run('npm', install).catch(() => {
    throw new Failure(`npm has no ${name}@${version} for us: Node ${version} is not proven`)
  })
  const said = execFileSync(path.join(bin, 'node'), ['--version'], { encoding: 'utf8' }).trim()
  if (said.split('.')[0] === process.version.split('.')[0]) throw new Failure(`Node ${said} is the machine's own`)
  process.stdout.write(`Node ${said}\n`)
}

/** Two agents meet on a server of `npm start`, which says nothing of the way it was started and ends when it is told to. */
async function meet() {
  const settings = { PORT: '0', DATA_DIR: path.join(folder, 'data'), LOG_LEVEL: 'warn' }
  const options = { cwd: copy, env: { ...env, ...settings } }
  const complained = await serving(['npm', 'start', '--silent'], options, baseUrl =>
    npm('run', 'demo', '--silent', '--', '--base-url', baseUrl),
  )
  const flaw = complained.split('\n').find(line => FLAWS.test(line))
  if (flaw) throw new Failure(`on Node ${version} \`npm start\` says: ${flaw}`)
}

try {
  await judged(async () => {
    await fetchNode()
    copyCheckout(copy)
    await npm('ci', '--no-audit', '--no-fund', '--prefer-offline')
    await meet()
    await npm('test', '--', ...(files.length > 0 ? files : LEANING))
  })
} finally {
  rmSync(folder, { recursive: true, force: true })
}

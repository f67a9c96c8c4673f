// Runs `npm ci`, `npm start` and `npm test` with another version of Node, in a copy of the checkout; npm has the
// binaries of all versions. `node scripts/check/node-versions.mjs 22.20.0 [TEST FILES]` uses that version and those
// tests, `'**'` for all tests; the defaults are the newest long-term support version and the tests that depend most on
// Node.
import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { copyCheckout, exitWithOutcome, Failure, run, withServer } from '../checkout.mjs'

const LONG_SUPPORTED = ['24.21.0', '22.23.3']
/** Sockets, TLS, streams, keys and modules; other tests depend on SQL and plain computation only. */
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
  // A compile cache that all processes share; Node 20 ignores the variable.
  NODE_COMPILE_CACHE: path.join(folder, 'compiled'),
}
const FLAWS = /bad option|unrecognized flag|EBADENGINE|DeprecationWarning/

const npm = (...words) => run('npm', words, { cwd: copy, env })

async function fetchNode() {
  const install = ['install', '--no-save', '--no-audit', '--no-fund', '--prefix', folder, `${name}@${version}`]
  await run('npm', install).catch(() => {
    throw new Failure(`npm has no ${name}@${version} for this platform: Node ${version} is not tested`)
  })
  const output = execFileSync(path.join(bin, 'node'), ['--version'], { encoding: 'utf8' }).trim()
  if (output.split('.')[0] === process.version.split('.')[0]) throw new Failure(`Node ${output} is the machine's own`)
  process.stdout.write(`Node ${output}\n`)
}

/** Two agents exchange messages on a server of `npm start`, which must print no warning and end when it is stopped. */
async function meet() {
  const settings = { PORT: '0', DATA_DIR: path.join(folder, 'data'), LOG_LEVEL: 'warn' }
  const options = { cwd: copy, env: { ...env, ...settings } }
  const complained = await withServer(['npm', 'start', '--silent'], options, baseUrl =>
    npm('run', 'demo', '--silent', '--', '--base-url', baseUrl),
  )
  const flaw = complained.split('\n').find(line => FLAWS.test(line))
  if (flaw) throw new Failure(`on Node ${version} \`npm start\` prints: ${flaw}`)
}

try {
  await exitWithOutcome(async () => {
    await fetchNode()
    copyCheckout(copy)
    await npm('ci', '--no-audit', '--no-fund', '--prefer-offline')
    await meet()
    await npm('test', '--', ...(files.length > 0 ? files : LEANING))
  })
} finally {
  rmSync(folder, { recursive: true, force: true })
}

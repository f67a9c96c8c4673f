// `npm ci`, `npm start` and `npm test` on another Node than the machine's own, in a copy of the checkout; npm has the
// binaries of all versions. `node .ci/other-node.mjs 22.20.0 [files of tests]` takes that version and those tests,
// `'**'` for all of them; else it is the newest that is supported long, and what leans most on Node.
import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'

const LONG_SUPPORTED = ['24.21.0', '22.23.3']
/** Sockets, TLS, streams, processes, keys and modules; the rest is SQL and plain computing. */
const LEANING = [
  ...['facade/http/**', 'server/*', 'storage/db/**', 'tools/keys/**', 'tools/kernel/text/**', 'testing/**'],
  ...['egress*', 'json-rpc*', 'mail*', 'outage*', 'webhooks*', 'webhook-drain*', 'broker/**'].map(
    name => `push/${name}`,
  ),
  ...['bridge', 'typescript'].map(name => `clients/${name}/**`),
]

const own = process.versions.node.split('.')[0]
const [version = LONG_SUPPORTED.find(one => one.split('.')[0] !== own), ...files] = process.argv.slice(2)
const root = path.join(import.meta.dirname, '..')
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

class Failure extends Error {}

async function ended(child, command) {
  const [code] = await once(child, 'close')
  if (code !== 0) throw new Failure(`on Node ${version} \`${command}\` ended with ${code}`)
}

const npm = (...words) => ended(spawn('npm', words, { cwd: copy, env, stdio: 'inherit' }), `npm ${words.join(' ')}`)

async function fetchNode() {
  const install = ['install', '--no-save', '--no-audit', '--no-fund', '--prefix', folder, `${name}@${version}`]
  const child = spawn('npm', install, { stdio: 'inherit' })
  await ended(child, `npm ${install.join(' ')}`).catch(() => {
    throw new Failure(`npm has no ${name}@${version} for us: Node ${version} is not proven`)
  })
  const said = execFileSync(path.join(bin, 'node'), ['--version'], { encoding: 'utf8' }).trim()
  if (said.split('.')[0] === process.version.split('.')[0]) throw new Failure(`Node ${said} is the machine's own`)
  process.stdout.write(`Node ${said}\n`)
}

function copyCheckout() {
  const listed = ['ls-files', '-z', '--cached', '--others', '--exclude-standard']
  const names = execFileSync('git', listed, { cwd: root, encoding: 'utf8', maxBuffer: 2 ** 26 }).split('\0')
  for (const file of names.filter(one => one && existsSync(path.join(root, one)))) {
    mkdirSync(path.dirname(path.join(copy, file)), { recursive: true })
    cpSync(path.join(root, file), path.join(copy, file))
  }
}

/** Two agents meet on a server of `npm start`, which says nothing of the way it was started and ends when it is told to. */
async function meet() {
  const settings = { PORT: '0', DATA_DIR: path.join(folder, 'data'), LOG_LEVEL: 'warn' }
  // A group of its own: the signal is for npm and for what it started.
  const options = { cwd: copy, env: { ...env, ...settings }, stdio: ['ignore', 'pipe', 'pipe'], detached: true }
  const server = spawn('npm', ['start', '--silent'], options)
  const closed = once(server, 'close')
  let [printed, complained] = ['', '']
  server.stderr.on('data', chunk => (complained += chunk))
  const reading = (async () => {
    for await (const chunk of server.stdout.iterator({ destroyOnReturn: false })) {
      printed += chunk
      if (printed.includes('Ctrl-C')) break
    }
  })()
  await Promise.race([reading, closed])
  const [, baseUrl] = /base URL +(\S+)/.exec(printed) ?? []
  try {
    if (!baseUrl) throw new Failure(`on Node ${version} \`npm start\` does not serve:\n${printed}${complained}`)
    await npm('run', 'demo', '--silent', '--', '--base-url', baseUrl)
  } finally {
    if (server.exitCode === null) process.kill(-server.pid, 'SIGTERM')
    server.stdout.resume()
    await closed
  }
  const flaw = complained.split('\n').find(line => FLAWS.test(line))
  if (flaw) throw new Failure(`on Node ${version} \`npm start\` says: ${flaw}`)
}

try {
  await fetchNode()
  copyCheckout()
  await npm('ci', '--no-audit', '--no-fund', '--prefer-offline')
  await meet()
  await npm('test', '--', ...(files.length > 0 ? files : LEANING))
} catch (error) {
  if (!(error instanceof Failure)) throw error
  process.stderr.write(`${error.message}\n`)
  process.exitCode = 1
} finally {
  rmSync(folder, { recursive: true, force: true })
}

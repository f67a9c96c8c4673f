// Creates a copy of the checkout as a clean clone would be, including uncommitted changes, and starts servers in it.
import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, existsSync, mkdirSync } from 'node:fs'
import path from 'node:path'

const root = path.join(import.meta.dirname, '..')

export class Failure extends Error {}

/** The exit code that shells report after SIGTERM. */
const SIGNALLED = 143

export function copyCheckout(copy) {
  const listed = ['ls-files', '-z', '--cached', '--others', '--exclude-standard']
  const names = execFileSync('git', listed, { cwd: root, encoding: 'utf8', maxBuffer: 2 ** 26 }).split('\0')
  for (const file of names.filter(name => name && existsSync(path.join(root, name)))) {
    mkdirSync(path.dirname(path.join(copy, file)), { recursive: true })
    cpSync(path.join(root, file), path.join(copy, file))
  }
}

/** Runs a command to its end. */
export async function run(program, args, options = {}) {
  const child = spawn(program, args, { stdio: 'inherit', ...options })
  const [code] = await once(child, 'close')
  if (code !== 0) throw new Failure(`\`${[program, ...args].join(' ')}\` ended with ${code}`)
}

/** Starts a server with this command and calls `visit` with its address; then stops it, and it must exit with 0. */
export async function withServer([program, ...args], options, visit) {
  const title = `\`${[program, ...args].join(' ')}\``
  // A process group of its own: the signal is for npm and for its children.
  const server = spawn(program, args, { ...options, stdio: ['ignore', 'pipe', 'pipe'], detached: true })
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
    if (!baseUrl) throw new Failure(`${title} does not serve:\n${printed}${complained}`)
    await visit(baseUrl)
  } finally {
    if (server.exitCode === null) process.kill(-server.pid, 'SIGTERM')
    server.stdout.resume()
    await closed
  }
  // npm and npx exit on the signal themselves, while their child drains.
  const isOver = server.exitCode === 0 || server.exitCode === SIGNALLED || server.signalCode === 'SIGTERM'
  if (!isOver) throw new Failure(`${title} ended with ${server.exitCode}:\n${complained}`)
  return complained
}

/** Runs `body` and exits accordingly: a failure is printed as its message. */
export async function exitWithOutcome(body) {
  try {
    await body()
  } catch (error) {
    if (!(error instanceof Failure)) throw error
    process.stderr.write(`${error.message}\n`)
    process.exitCode = 1
  }
}

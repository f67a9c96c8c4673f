// A copy of the checkout as a clean clone would be, with what is not committed yet; and servers that are started in one.
import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, existsSync, mkdirSync } from 'node:fs'
import path from 'node:path'

const root = path.join(import.meta.dirname, '..')

export class Failure extends Error {}

/** What shells make of a SIGTERM. */
const SIGNALLED = 143

export function copyCheckout(copy) {
  const listed = ['ls-files', '-z', '--cached', '--others', '--exclude-standard']
  const names = execFileSync('git', listed, { cwd: root, encoding: 'utf8', maxBuffer: 2 ** 26 }).split('\0')
  for (const file of names.filter(one => one && existsSync(path.join(root, one)))) {
    mkdirSync(path.dirname(path.join(copy, file)), { recursive: true })
    cpSync(path.join(root, file), path.join(copy, file))
  }
}

/** Runs a command to its end. */
export async function run(program, words, options = {}) {
  const child = spawn(program, words, { stdio: 'inherit', ...options })
  const [code] = await once(child, 'close')
  if (code !== 0) throw new Failure(`\`${[program, ...words].join(' ')}\` ended with ${code}`)
}

/** Starts a server by this command, and has `visit` see where it serves; then it is told to stop, and has to end with 0. */
export async function serving([program, ...words], options, visit) {
  const title = `\`${[program, ...words].join(' ')}\``
  // A group of its own: the signal is for npm and for what it started.
  const server = spawn(program, words, { ...options, stdio: ['ignore', 'pipe', 'pipe'], detached: true })
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
  // npm and npx end by the signal themselves, while what they started drains.
  const isOver = server.exitCode === 0 || server.exitCode === SIGNALLED || server.signalCode === 'SIGTERM'
  if (!isOver) throw new Failure(`${title} ended with ${server.exitCode}:\n${complained}`)
  return complained
}

/** Ends the process as `body` does: a failure is told in its own words. */
export async function judged(body) {
  try {
    await body()
  } catch (error) {
    if (!(error instanceof Failure)) throw error
    process.stderr.write(`${error.message}\n`)
    process.exitCode = 1
  }
}

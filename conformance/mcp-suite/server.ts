import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { freePort } from '../stubs/free-port.ts'

const ASK_EVERY_MS = 200
const ASK_TIMES = 600

type ServerOptions = {
  /** The checkout whose build is started. */
  root?: string
  /** What of it, with its arguments. */
  entry?: string[]
  /** Stays; without it there is one that goes with the server. */
  dataDir?: string
  /** Variables of its environment, as `NAME=value`. */
  settings?: string[]
}

/** Starts the server of a checkout on a free port. */
export async function startServer({
  root = '.',
  entry = ['bundle/main.js'],
  dataDir,
  settings = [],
}: ServerOptions = {}): Promise<{
  baseUrl: string
  stop: () => Promise<void>
}> {
  const port = await freePort()
  const folder = dataDir ?? (await mkdtemp(join(tmpdir(), 'conformance-mcp-')))
  const without = ['BASE_URL', 'DATABASE_URL', 'HOST', 'METRICS_PORT'].flatMap(name => ['-u', name])
  const command = [...without, `PORT=${port}`, `DATA_DIR=${folder}`, ...settings, process.execPath, ...entry]
  const child = spawn('env', command, { cwd: root, stdio: ['ignore', 'ignore', 'inherit'] })
  const stop = async () => {
    if (child.exitCode === null && child.signalCode === null) {
      child.kill('SIGTERM')
      await once(child, 'exit')
    }
    if (dataDir === undefined) await rm(folder, { recursive: true, force: true })
  }
  const baseUrl = `http://localhost:${port}`
  try {
    await untilAnswered(baseUrl, child)
  } catch (error) {
    await stop()
    throw error
  }
  return { baseUrl, stop }
}

async function untilAnswered(baseUrl: string, child: ChildProcess): Promise<void> {
  for (let asked = 0; asked < ASK_TIMES && child.exitCode === null; asked++) {
    const reply = await fetch(`${baseUrl}/api/v1/aui/version`).catch(() => undefined)
    if (reply?.ok) return
    await pause(ASK_EVERY_MS)
  }
  throw new Error('the server did not start')
}

import { type ChildProcess, spawn } from 'node:child_process'
import { connect } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'

const ASK_AGAIN_MS = 3
const START_WITHIN_MS = 60_000

/** How to start a server; `port` is the one on which it will listen. */
export interface Start {
  command: string[]
  cwd: string
  env: NodeJS.ProcessEnv
  port: number
}

/** Starts the command and sends requests to the port until the first 200. */
export async function launchTimed({ command, cwd, env, port }: Start, requests: Buffer[]) {
  const { DATABASE_URL: _, ...inherited } = process.env
  const startedAt = performance.now()
  // A process group, since npm starts a shell, which starts the server.
  const child = spawn(command[0]!, command.slice(1), {
    ...{ cwd, env: { ...inherited, ...env }, stdio: ['ignore', 'ignore', 'inherit'], detached: true },
  })
  const stop = () => endGroup(child)
  try {
    for (let answered = 0; performance.now() - startedAt < START_WITHIN_MS; ) {
      const status = await send(port, requests[answered % requests.length]!)
      if (status === 200) return { ms: performance.now() - startedAt, pid: child.pid!, stop }
      if (status !== undefined) answered++
      if (child.exitCode !== null) break
      await pause(ASK_AGAIN_MS)
    }
    throw new Error(`${command.join(' ')} does not answer`)
  } catch (error) {
    await stop()
    throw error
  }
}

/** The response status of a request; `undefined` while nothing listens. */
function send(port: number, request: Buffer): Promise<number | undefined> {
  return new Promise(resolve => {
    const socket = connect(port, '127.0.0.1', () => socket.write(request))
    socket.once('data', answer => {
      resolve(Number(answer.toString('latin1', 9, 12)))
      socket.destroy()
    })
    socket.once('error', () => resolve(undefined))
    socket.once('close', () => resolve(undefined))
  })
}

async function endGroup(child: ChildProcess): Promise<void> {
  const group = -child.pid!
  if (!signal(group, 'SIGTERM')) return
  while (signal(group, 0)) await pause(20)
}

function signal(group: number, name: NodeJS.Signals | 0): boolean {
  try {
    return process.kill(group, name)
  } catch {
    return false
  }
}

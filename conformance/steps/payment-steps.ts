import { spawn } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'

/** A chain for payments of a server in this checkout. */
export type Paying = {
  /** Environment variables for that server and its operator; `undefined` if this platform has no chain. */
  settings: Record<string, string>
  stop(): Promise<void>
}

export async function openPaying(root: string, folder: string): Promise<Paying> {
  const entry = path.join(root, 'dist/testing/make-chain.js')
  const child = spawn(process.execPath, [entry, folder], { cwd: root, stdio: ['pipe', 'pipe', 'inherit'] })
  const exited = once(child, 'exit')
  let printed = ''
  for await (const chunk of child.stdout) {
    printed += chunk
    if (printed.includes('\n')) break
  }
  return {
    settings: printed === '' ? {} : (JSON.parse(printed) as Record<string, string>),
    async stop() {
      child.stdin.end()
      await exited
    },
  }
}

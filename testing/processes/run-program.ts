import { type SpawnOptions, spawn } from 'node:child_process'
import { once } from 'node:events'

/** Runs a program to its end: its exit code, and what it printed and complained. */
export async function runProgram([program = '', ...args]: string[], options: SpawnOptions = {}) {
  const child = spawn(program, args, { ...options, stdio: ['ignore', 'pipe', 'pipe'] })
  let said = ''
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', chunk => (said += chunk))
  const [code] = await once(child, 'close')
  return { code: code as number | null, said }
}

import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { decodeJwt } from 'jose'
import { type Member, print, signed } from './agent.ts'

const COLLOQUY = path.join(import.meta.dirname, '../../clients/bridge/main.js')

/** Keeps what shows how a task went, and has the client package check it without asking anybody. */
export async function verifyTask({ http, identity }: Member, task: { broker_task_id: string }): Promise<void> {
  const bundle = await signed({ http, identity }, 'GET', `/service-tasks/${task.broker_task_id}/bundle`)
  const { data: keys } = await http.send({ path: '/.well-known/records-jwks.json' })
  const receipt = decodeJwt<{ state: string; consumer: string }>(String(bundle.receipt))
  print('Bob', `has the server's signed receipt: ${receipt.state}; its provider knows him as ${receipt.consumer}`)
  const folder = mkdtempSync(path.join(tmpdir(), 'colloquy-demo-bundle-'))
  const keep = (name: string, value: object) => {
    writeFileSync(path.join(folder, name), JSON.stringify(value))
    return name
  }
  const files = [keep('bundle.json', bundle), '--jwks', keep('keys.json', keys), '--task', keep('task.json', task)]
  try {
    const words = [COLLOQUY, 'verify-bundle', ...files]
    const run = promisify(execFile)(process.execPath, words, { cwd: folder })
    const checked = await run.catch((error: { stdout: string; code: number }) => error)
    print('Bob', 'checks everything he kept offline, with `colloquy-agent verify-bundle`:')
    for (const line of checked.stdout.trimEnd().split('\n')) print('', line)
    if ('code' in checked) throw new Error('what Bob keeps of the task does not hold')
  } finally {
    rmSync(folder, { recursive: true })
  }
}

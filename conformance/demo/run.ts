// `npm run demo [-- --base-url URL]`: two agents, two processes, one server.
import { type ChildProcess, fork } from 'node:child_process'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { startServer } from '../mcp-suite/server.ts'

const { values } = parseArgs({ options: { 'base-url': { type: 'string', default: 'http://127.0.0.1:8080' } } })

async function isServing(baseUrl: string): Promise<boolean> {
  const answer = await fetch(`${baseUrl}/api/v1/aui/version`).catch(() => undefined)
  return answer?.ok === true
}

const baseUrl = values['base-url']
const own = (await isServing(baseUrl)) ? undefined : await startServer()
const server = own?.baseUrl ?? baseUrl
process.stdout.write(own ? `No server at ${baseUrl}; started one at ${server}\n\n` : `The server at ${server}\n\n`)

const play = (name: string) => fork(path.join(import.meta.dirname, `${name}.js`), [server])
const [ann, bob] = [play('ann'), play('bob')]
const pass = (from: ChildProcess, to: ChildProcess) => from.on('message', message => to.send(message as object))
pass(ann, bob)
pass(bob, ann)
const codes = await Promise.all([ann, bob].map(child => new Promise(resolve => child.once('exit', resolve))))
await own?.stop()
process.exitCode = codes.every(code => code === 0) ? 0 : 1

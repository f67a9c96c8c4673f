// `npm run demo [-- --base-url URL]`: two agents, two processes, one server; without a URL that of the environment.
import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { configuredUrls, findServer } from './server.ts'

const { values } = parseArgs({ options: { 'base-url': { type: 'string' } } })
const asked = values['base-url']
const found = await findServer(asked, process.env).catch((error: Error) => {
  process.stderr.write(`${error.message}\n`)
  process.exit(1)
})
const { baseUrl, stop } = found
const nobody = () => `No server at ${configuredUrls(process.env).join(' or ')}; started one at ${baseUrl}\n\n`
process.stdout.write(stop ? nobody() : `The server at ${baseUrl}\n\n`)

const play = (name: string) => fork(path.join(import.meta.dirname, `${name}.js`), [baseUrl])
const [ann, bob] = [play('ann'), play('bob')]
const pass = (from: ChildProcess, to: ChildProcess) => from.on('message', message => to.send(message as object))
pass(ann, bob)
pass(bob, ann)
const ended = [ann, bob].map(async child => {
  const [code] = await once(child, 'exit')
  // The other would wait for its words for ever.
  if (code !== 0) for (const one of [ann, bob]) one.kill()
  return code
})
const codes = await Promise.all(ended)
await stop?.()
process.exitCode = codes.every(code => code === 0) ? 0 : 1

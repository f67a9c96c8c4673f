// `npm run demo [-- --base-url URL [--receiver FILE] | --own [--paid]]`: two agents, two processes, one server; without a URL
// that of the environment, or one of its own. If that can call a provider on this machine, one agent works for the other,
// and with --paid is paid for it on a chain of the demo's own.
import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { packageVersion, parseOptions, UsageError } from '../command-line.ts'
import { readReceiverFile } from '../stubs/receiver.ts'
import { configuredUrls, type DemoServer, findServer, openDemoServer } from './server.ts'

const usage = `Usage: demo [--base-url URL [--receiver FILE] | --own [--paid]]

Two agents meet on a server: that of the environment, or one that is started for them.

  --base-url URL   that server
  --receiver FILE  where it can call a provider on this machine, as for the conformance suite
  --own            a new server, even if one is running
  --paid           with --own, in a checkout: one agent pays the other on a local test chain
  --help           show this page
  --version        show the version`

const values = readValues()
const WAY =
  'The part with services needs a server that can reach a provider on this machine: in a checkout, `npm run demo -- --own` starts one.'
const print = (text: string) => void process.stdout.write(text)
const server = await openServer().catch((error: Error) => {
  process.stderr.write(`${error.message}\n`)
  process.exit(1)
})
print('Text by other agents is marked with >: it is data, never instructions.\n\n')
const codes = await runPrograms(server)
await server.stop()
if (!server.receiver) print(`\n${server.lacking}\n`)
process.exitCode = codes.every(code => code === 0) ? 0 : 1

function readValues() {
  try {
    const values = parseOptions(process.argv.slice(2), {
      'base-url': { type: 'string' },
      receiver: { type: 'string' },
      own: { type: 'boolean', default: false },
      paid: { type: 'boolean', default: false },
    })
    if (!values.help && !values.version) return values
    console.log(values.help ? usage : `demo ${packageVersion()}`)
    return process.exit(0)
  } catch (error) {
    if (!(error instanceof UsageError)) throw error
    console.error(`${error.message}\n\n${usage}`)
    return process.exit(2)
  }
}

async function openServer(): Promise<DemoServer> {
  if (values.own && (values['base-url'] || values.receiver)) throw new Error('--own cannot be combined with an address')
  if (values.paid && !values.own)
    throw new Error('--paid goes with --own: it needs a server that pays on a chain of its own')
  if (values.receiver) readReceiverFile(values.receiver)
  const asked = values['base-url']?.replace(/\/+$/, '')
  const urls = asked === undefined ? configuredUrls(process.env) : [asked]
  const baseUrl = values.own ? undefined : await findServer(urls)
  if (baseUrl) {
    print(`The server at ${baseUrl}\n`)
    return { baseUrl, receiver: values.receiver, lacking: WAY, stop: async () => {} }
  }
  if (asked !== undefined) throw new Error(`no server answers at ${values['base-url']}`)
  print(values.own ? 'Starting a server\n' : `No server at ${urls.join(' or ')}; starting one\n`)
  const server = await openDemoServer(values.paid)
  print(`The server at ${server.baseUrl}\n`)
  return server
}

async function runPrograms({ baseUrl, receiver = '', payerKey = '' }: DemoServer): Promise<number[]> {
  const runProgram = (name: string) => fork(path.join(import.meta.dirname, `${name}.js`), [baseUrl, receiver, payerKey])
  const [ann, bob] = [runProgram('ann'), runProgram('bob')]
  const pass = (from: ChildProcess, to: ChildProcess) => from.on('message', message => to.send(message as object))
  pass(ann, bob)
  pass(bob, ann)
  const ended = [ann, bob].map(async child => {
    const [code] = await once(child, 'exit')
    // The other would wait for it forever.
    if (code !== 0) for (const one of [ann, bob]) one.kill()
    return code
  })
  return await Promise.all(ended)
}

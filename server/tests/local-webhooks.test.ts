import type { JsonWebKey } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import test, { type ExecutionContext } from 'ava'
import { verifyDelivery } from '../../clients/typescript/src/webhook.ts'
import { SIGNATURE_DIRECTORY_PATH } from '../../push/egress-signature.ts'
import { isSignedBy } from '../../testing/fakes/verified-signature.ts'
import { useDatabase } from '../../testing/fixtures/test-database.ts'
import { printed, startProgram } from '../../testing/processes/start-program.ts'
import { clientsOf } from '../../testing/processes/two-servers.ts'

const database = useDatabase(test)

const LOCAL = { WEBHOOKS_LOCAL: 'on' }

/** The receiver of an agent on a laptop: HTTP, at any port. */
async function openReceiver(t: ExecutionContext) {
  const server = createServer()
  t.teardown(() => {
    server.closeAllConnections()
    server.close()
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return { server, port: (server.address() as AddressInfo).port }
}

test('a development server sends webhooks to this machine, and no other server does', async t => {
  const { server, port } = await openReceiver(t)
  const plain = startProgram(t, database(), {})
  const servers = [{ url: (await printed(plain)).base }]
  const { enroll, send } = clientsOf(servers, database().db, Date.now)
  const ann = await enroll('ann')
  const register = (url: string) => send(ann, 'POST', '/webhooks', { url }, 0)
  for (const url of [`http://localhost:${port}/`, `https://127.0.0.1:${port}/`, 'https://localhost/']) {
    t.is((await register(url)).slug, 'webhook-url-refused', url)
  }
  plain.kill('SIGTERM')
  await once(plain, 'exit')

  servers[0] = { url: (await printed(startProgram(t, database(), LOCAL))).base }
  const { data, text } = await register(`http://localhost:${port}/in`)
  t.is(data.url, `http://localhost:${port}/in`, text)
  const arriving = once(server, 'request')
  t.is((await send(ann, 'POST', `/webhooks/${data.id}/test`, {}, 0)).status, 202)
  const [request, response] = await arriving
  const body = await buffer(request)
  response.writeHead(204).end()
  t.like(await verifyDelivery({ headers: request.headers, body, secret: data.secret, now: Date.now }), {
    event_type: 'webhook.ping',
  })
  const directory = await (await fetch(`${servers[0].url}${SIGNATURE_DIRECTORY_PATH}`)).json()
  const { keys } = directory as { keys: [JsonWebKey & { kid: string }] }
  const sent = { method: 'POST', url: data.url, headers: request.headers as Record<string, string> }
  t.true(await isSignedBy({ request: sent }, keys[0], 'web-bot-auth'))
  t.is(request.headers['signature-agent'], `sig1="${servers[0].url}"`)
  for (const url of ['http://example.com/', 'http://10.0.0.1/', 'https://192.168.0.1/', 'http://0.0.0.0/']) {
    t.is((await register(url)).slug, 'webhook-url-refused', url)
  }
})

test('a public server does not start with local webhooks, and says why in one line', async t => {
  for (const open of [{ BASE_URL: 'https://colloquy.example' }, { HOST: '0.0.0.0' }]) {
    const child = startProgram(t, database(), { ...LOCAL, ...open })
    let output = ''
    child.stderr!.setEncoding('utf8').on('data', (chunk: string) => (output += chunk))
    const [code] = await once(child, 'close')
    t.is(code, 78, output)
    t.regex(output, /^WEBHOOKS_LOCAL: is for development only, and requires HOST and BASE_URL to be local\n$/)
  }
})

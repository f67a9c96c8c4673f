import test from 'ava'
import { completion, openChatEndpoint } from '../testing/fakes/chat-endpoint.ts'
import { createEgress } from './egress.ts'
import type { EgressFailure } from './egress-failure.ts'

const monotonic = () => performance.now()
const send = {
  method: 'POST',
  headers: {},
  body: Buffer.from('{"messages":[{"content":"x"}]}'),
  timeoutMs: 5_000,
  maxBytes: 9_999,
} as const

test('the URL that the operator configured is called on any network, and no other', async t => {
  const endpoint = await openChatEndpoint()
  t.teardown(endpoint.close)
  endpoint.reply = () => ({ body: completion('yes') })
  for (const host of ['127.0.0.1', 'localhost']) {
    const operatorUrl = `${endpoint.url.replace('127.0.0.1', host)}/chat/completions`
    const egress = createEgress({ monotonic, operatorUrl })
    t.is((await egress.send({ ...send, url: operatorUrl })).status, 200, host)
    for (const url of [
      `${operatorUrl}?x`,
      endpoint.url,
      'https://example.com/',
      operatorUrl.replace('http:', 'https:'),
    ]) {
      await t.throwsAsync(egress.send({ ...send, url }), { code: 'address-refused' } as Partial<EgressFailure>, url)
      await t.throwsAsync(egress.judge(url), { code: 'address-refused' } as Partial<EgressFailure>)
    }
    await egress.close()
  }
  t.is(endpoint.requests.length, 2)
})

test('its redirect is a response, and is not followed', async t => {
  const endpoint = await openChatEndpoint()
  t.teardown(endpoint.close)
  endpoint.reply = () => ({ status: 307, body: '' })
  const egress = createEgress({ monotonic, operatorUrl: endpoint.url })
  t.is((await egress.send({ ...send, url: endpoint.url })).status, 307)
  t.is(endpoint.requests.length, 1)
  await egress.close()
})

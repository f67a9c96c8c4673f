import test from 'ava'
import { useDocumentHost } from '../../testing/fakes/client-document-host.ts'
import { authorizeUrl, newVerifier, OAuthBrowser, REDIRECT, useOAuth } from '../../testing/fixtures/oauth-world.ts'

const host = useDocumentHost(test)
const world = useOAuth(test, { egress: host.egress })
const limited = useOAuth(test, { egress: host.egress, rateLimits: true })

const redirect_uris = [REDIRECT]

function open(base: string, client_id: string) {
  const { code_challenge } = newVerifier()
  const parameters = { client_id, redirect_uri: REDIRECT, code_challenge, response_type: 'code' }
  return new OAuthBrowser().open(authorizeUrl(base, { ...parameters, code_challenge_method: 'S256' }))
}

/** A document that is served when the test releases it. */
function held(path: string) {
  let serve = () => {}
  const isServed = new Promise<void>(resolve => {
    serve = resolve
  })
  const client_id = host.answer(path, async response => {
    await isServed
    response.writeHead(200, { 'Content-Type': 'application/json' }).end(JSON.stringify({ client_id, redirect_uris }))
  })
  return { client_id, serve }
}

test.serial('four documents of one host are fetched at a time, and each once', async t => {
  const base = world().urls[0]!
  const slow = ['/a', '/b', '/c', '/d'].map(held)
  const before = host.receiver().received.length
  const pages = slow.flatMap(({ client_id }) => [open(base, client_id), open(base, client_id)])
  await Promise.race([host.receiver().until(before + 4), Promise.all(pages)])
  const fifth = host.publish('/e', { redirect_uris })
  t.is((await open(base, fifth)).status, 400)
  t.is((await world().register()).status, 201)
  t.is(host.receiver().received.length, before + 4)
  for (const { serve } of slow) serve()
  for (const { status } of await Promise.all(pages)) t.is(status, 200)
  t.is((await open(base, fifth)).status, 200)
})

test.serial('an unusable URL is fetched again after ten seconds', async t => {
  const base = world().urls[0]!
  const client_id = host.answer('/late', response => response.writeHead(503).end())
  t.is((await open(base, client_id)).status, 400)
  host.publish('/late', { redirect_uris })
  world().advance(9_999)
  t.is((await open(base, client_id)).status, 400)
  t.is(host.requestCount('/late'), 1)
  world().advance(2)
  t.is((await open(base, client_id)).status, 200)
})

test.serial('documents to be fetched are counted by address; cached ones are not', async t => {
  const base = limited().urls[0]!
  const known = host.publish('/known', { redirect_uris })
  t.is((await open(base, known)).status, 200)
  for (let n = 1; n < 60; n++) {
    if (n % 25 === 0) limited().advance(60_000)
    t.is((await open(base, host.publish(`/counted/${n}`, { redirect_uris }))).status, 200)
  }
  limited().advance(60_000)
  const refused = await open(base, host.publish('/one-more', { redirect_uris }))
  t.deepEqual([refused.status, refused.redirectedTo], [429, undefined])
  t.truthy(refused.headers.get('retry-after'))
  t.is(host.requestCount('/one-more'), 0)
  t.is((await open(base, known)).status, 200)
})

import { deepEqual, equal, match, ok } from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { defineScenario, type ScenarioContext } from '../../scenario.ts'
import * as shapes from '../../schemas/signatures.ts'
import { newlyOffered } from '../../steps/offer-steps.ts'
import { digestOf, readDirectory, signaturesIn, verifiedSignature } from '../../steps/signature-steps.ts'
import { openHook, test } from '../../steps/webhook-steps.ts'
import { type Delivery, needsReceivers } from '../../stubs/receiver.ts'

export const signedRequests = defineScenario('signed requests to others', async context => {
  await checkDirectory(context)
  await checkRequests(context)
})

const mediaType = 'application/http-message-signatures-directory+json'
const lifetimeS = 60

async function checkDirectory({ check, world }: ScenarioContext): Promise<void> {
  await check('the directory has the keys that sign requests, and no others', ['SIGN-1', 'SIGN-2'], async () => {
    const reply = await readDirectory(world)
    equal(reply.headers['content-type'], mediaType)
    for (const { kid, crv, kty, x } of reply.as(shapes.directory).keys) {
      equal(kid, createHash('sha256').update(JSON.stringify({ crv, kty, x })).digest('base64url'))
      for (const path of ['/.well-known/jwks.json', '/.well-known/records-jwks.json']) {
        ok(!(await world.http.send({ path })).text.includes(x), path)
      }
    }
  })
  await check('each of its keys signs it, for this host and while it may be cached', ['SIGN-3', 'SIGN-4'], async () => {
    const reply = await readDirectory(world)
    const { headers } = reply
    match(String(headers.etag), /^"[^"]+"$/)
    equal(headers['cache-control'], 'public, max-age=300')
    equal(headers['content-digest'], digestOf(reply.text))
    const signatures = [...signaturesIn(headers).values()]
    const { keys } = reply.as(shapes.directory)
    equal(signatures.length, keys.length)
    for (const key of keys) {
      const signature = signatures.find(({ parameter }) => parameter('keyid') === key.kid)!
      deepEqual(signature.covered, ['"@authority";req', '"content-digest"'])
      ok(signature.isBy(key, { '"@authority";req': new URL(world.publicUrl).host }), key.kid)
      equal(signature.parameter('tag'), 'http-message-signatures-directory')
      ok(Number(signature.parameter('expires')) - Number(signature.parameter('created')) >= 300)
    }
  })
}

const signs = ['SIGN-10', 'SIGN-11', 'SIGN-13', 'SIGN-14']

async function checkRequests({ check, world }: ScenarioContext): Promise<void> {
  await check('a webhook is signed with a key of the directory', [...signs, 'SIGN-12'], async () => {
    const { agent, hook } = await openHook(world)
    const nonces = new Set<string>()
    for (const turn of [1, 2]) {
      await test(world, agent, hook)
      const delivery = (await hook.receiver.until(turn))[turn - 1]!
      const signature = await verifiedSignature(world, 'POST', hook.receiver.url, delivery)
      ok(signature, 'the signature does not hold')
      equal(signature.parameter('tag'), 'web-bot-auth')
      const created = Number(signature.parameter('created'))
      equal(Number(signature.parameter('expires')), created + lifetimeS)
      ok(Math.abs(world.http.now() / 1_000 - created) < lifetimeS)
      for (const covered of ['"@method"', '"@authority"', '"@target-uri"', '"content-digest"', '"signature-agent";key="sig1"']) {
        ok(signature.covered.includes(covered), covered)
      }
      nonces.add(signature.parameter('nonce'))
    }
    equal(nonces.size, 2)
  })
  await check("the fetch of a card is too; calls of a provider have the broker's signature", [...signs, 'SIGN-15'], async () => {
    needsReceivers(world)
    const { provider } = await newlyOffered(world)
    const [fetch] = provider.cards.deliveries as [Delivery]
    const signature = await verifiedSignature(world, 'GET', provider.cards.url, fetch)
    ok(signature, 'the signature does not hold')
    ok(!signature.covered.includes('"content-digest"'))
    const labels = provider.calls.deliveries.flatMap(({ headers }) => [...signaturesIn(headers).keys()])
    deepEqual([...new Set(labels)], ['broker'])
  })
}

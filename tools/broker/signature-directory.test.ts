import { createHash, type JsonWebKey } from 'node:crypto'
import test from 'ava'
import { calculateJwkThumbprint } from 'jose'
import { isSignedBy } from '../../testing/fakes/verified-signature.ts'
import { useTestWorld } from '../../testing/fixtures/test-world.ts'
import { MINUTE } from '../core/durations.ts'
import { rotateSigningKey } from './rotate-signing-key.ts'
import { SIGNATURE_DIRECTORY, signedDirectory } from './signature-directory.ts'

const [plain, rotated] = [useTestWorld(test), useTestWorld(test)]

type World = ReturnType<typeof plain>

async function read({ runtime }: World) {
  const { body, headers } = await signedDirectory(runtime)
  const { keys } = JSON.parse(body.toString()) as { keys: { kid: string; kty: string; crv: string; x: string }[] }
  const digest = `sha-256=:${createHash('sha256').update(body).digest('base64')}:`
  const sent = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]))
  const holds = (key: JsonWebKey, { base = runtime.installation.baseUrl, contentDigest = digest } = {}) => {
    const request = { method: 'GET', url: `${base}${SIGNATURE_DIRECTORY.path}`, headers: {} }
    const response = { status: 200, headers: { ...sent, 'content-digest': contentDigest } }
    return isSignedBy({ request, response }, key, 'http-message-signatures-directory').catch(() => false)
  }
  return { keys, headers, holds }
}

test('the directory is signed with its key, for this host and these bytes', async t => {
  const { keys, holds, headers } = await read(plain())
  t.is(keys.length, 1)
  const [{ x: _, kid, ...members }] = keys as [(typeof keys)[number]]
  t.deepEqual(members as object, { kty: 'OKP', crv: 'Ed25519', use: 'sig', alg: 'ed25519' })
  t.is(kid, await calculateJwkThumbprint(keys[0]!))
  t.is((await plain().runtime.signingKey('requests')).id, kid)
  t.true(await holds(keys[0]!))
  t.false(await holds(keys[0]!, { base: 'https://other.example' }))
  t.false(await holds(keys[0]!, { contentDigest: 'sha-256=:AAAA:' }))
  const [, created, expires] = /^binding0=.*;created=(\d+);expires=(\d+);/.exec(headers['Signature-Input'] ?? '') ?? []
  t.is(Number(created), Math.floor(plain().runtime.clock() / 1_000))
  t.is(Number(expires) - Number(created), 600)
})

test('during a key rotation, the directory has both keys, and each signs it', async t => {
  const world = rotated()
  const [former] = (await read(world)).keys
  const { key_id } = await world.callOperator(rotateSigningKey, { purpose: 'requests' })
  const during = await read(world)
  t.deepEqual(
    during.keys.map(({ kid }) => kid),
    [key_id, former!.kid],
  )
  for (const key of during.keys) t.true(await during.holds(key))
  t.is((await world.runtime.signingKey('requests')).id, former!.kid)
  world.advance(20 * MINUTE)
  const after = await read(world)
  t.deepEqual(
    after.keys.map(({ kid }) => kid),
    [key_id],
  )
  t.true(await after.holds(after.keys[0]!))
  t.is(await after.holds(former!), undefined as never)
})

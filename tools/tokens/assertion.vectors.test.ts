import test from 'ava'
import { KEY_SIZES, MADE_WITH, publicKey, readVectors } from '../../conformance/vectors/read.ts'
import type { KeyRing } from '../core/credentials.ts'
import { proveAssertion } from './assertion.ts'

const { agent_id, handle, audience, now_ms } = MADE_WITH
const terms = { audiences: [audience], now: new Date(now_ms) }

/** The keys of an agent with a key of that size. */
function ringOf(size: string): KeyRing {
  const known = { agent_id, handle, visibility: 'public' as const, key_version: 1, key_fingerprint: '' }
  const holder = { ...known, key: publicKey(size) }
  const none = async () => undefined
  return { find: async id => (id === agent_id ? holder : undefined), findSecondary: none, findByThumbprint: none }
}
const rings = new Map(KEY_SIZES.map(size => [size, ringOf(size)]))

for (const { by, name, key, claims, assertion, verifies } of readVectors().assertions) {
  test(`${verifies ? 'accepts' : 'refuses'} an assertion of ${by}: ${name}`, async t => {
    const proven = proveAssertion(assertion, rings.get(key)!, terms)
    if (verifies) t.like(await proven, { jti: String(claims.jti), holder: { agent_id } })
    else t.like(await t.throwsAsync(proven), { slug: 'invalid-grant' })
  })
}

import { equal, ok } from 'node:assert/strict'
import { createPublicKey, type JsonWebKey, verify } from 'node:crypto'
import { requireStatus } from '../assertions/problems.ts'
import type { World } from '../world.ts'

/** The payload of a record of that `typ`, which a published key signed. */
export async function verifiedRecord({ http }: World, jws: string, typ: string) {
  const [head = '', payload = '', signature = ''] = jws.split('.')
  const decoded = (part: string) => JSON.parse(Buffer.from(part, 'base64url').toString())
  const header = decoded(head)
  equal(header.typ, typ)
  const { keys } = requireStatus(await http.send({ path: '/.well-known/records-jwks.json' }), 200).data
  const jwk = (keys as (JsonWebKey & { kid: string })[]).find(({ kid }) => kid === header.kid)
  ok(jwk, 'the record is signed by a key that is not published')
  const key = createPublicKey({ key: jwk, format: 'jwk' })
  ok(verify(null, Buffer.from(`${head}.${payload}`), key, Buffer.from(signature, 'base64url')), 'the signature')
  return decoded(payload)
}

import { deepEqual, equal, ok } from 'node:assert/strict'
import { createDecipheriv, createHash, createPublicKey, type JsonWebKey, privateDecrypt, verify } from 'node:crypto'
import { requireStatus } from '../../assertions/problems.ts'
import type { Reply } from '../../clients/http.ts'
import { prefix } from '../../clients/rest.ts'
import { defineScenario, type ScenarioContext } from '../../scenario.ts'
import * as shapes from '../../schemas/broker.ts'
import type { World } from '../../world.ts'

export const broker = defineScenario('the broker', async context => {
  await checkDiscovery(context)
  await checkKeys(context)
  await checkVectors(context)
})

const paths = ['/.well-known/jwks.json', '/.well-known/records-jwks.json']
const texts = ['/a2a/ext/broker-signature/v1', '/a2a/ext/payload-encryption/v1'] as const

const read = async ({ http }: World, path: string): Promise<Reply> => requireStatus(await http.send({ path }), 200)

const keysAt = async (world: World, path: string) => (await read(world, path)).as(shapes.keySet).keys

const described = async (world: World) => (await read(world, `${prefix}/discovery.json`)).as(shapes.discovery)

async function checkDiscovery({ check, world }: ScenarioContext): Promise<void> {
  await check('discovery links to the key sets and the extensions', ['BROKER-1', 'BROKER-2', 'BROKER-3', 'BROKER-6'], async () => {
    const { base_url, broker } = await described(world)
    deepEqual(
      [broker.jwks_uri, broker.records_jwks_uri],
      paths.map(path => base_url + path),
    )
    deepEqual(
      [broker.extensions.broker_signature, broker.extensions.payload_encryption],
      texts.map(path => base_url + path),
    )
  })
  await check(
    'the specification of each extension is served at its URI and links to both',
    ['BROKER-2', 'BROKER-3', 'BROKER-4'],
    async () => {
      const { broker } = await described(world)
      for (const path of texts) {
        const { type, text } = await read(world, path)
        equal(type, 'text/markdown')
        for (const uri of Object.values(broker.extensions)) ok(text.includes(String(uri)), `${path} names no ${uri}`)
      }
    },
  )
}

async function checkKeys({ check, world }: ScenarioContext): Promise<void> {
  for (const path of paths) {
    await check(`${path} has Ed25519 keys by their thumbprints and no private members`, ['BROKER-6', 'BROKER-7'], async () => {
      for (const { kid, crv, kty, x } of await keysAt(world, path)) {
        equal(kid, createHash('sha256').update(JSON.stringify({ crv, kty, x })).digest('base64url'))
        equal(createPublicKey({ key: { kty, crv, x }, format: 'jwk' }).asymmetricKeyType, 'ed25519')
      }
    })
    await check(`${path} is cacheable for five minutes`, ['BROKER-8'], async () => {
      equal((await read(world, path)).headers['cache-control'], 'public, max-age=300')
    })
  }
  await check('calls and records have separate keys', ['BROKER-9'], async () => {
    const [calls, records] = await Promise.all(paths.map(path => keysAt(world, path)))
    const shared = calls!.filter(({ kid, x }) => records!.some(other => other.kid === kid || other.x === x))
    deepEqual(shared, [])
  })
}

const blocksIn = (text: string): string[] =>
  [...text.slice(text.indexOf('## Test vector')).matchAll(/```\n([\s\S]*?)\n```/g)].map(([, block]) => block!)

async function checkVectors({ check, world }: ScenarioContext): Promise<void> {
  await check('the signature of the test vector verifies as specified', ['BROKER-5'], async () => {
    const { text } = await read(world, texts[0])
    const [key = '', body = '', lines = ''] = blocksIn(text)
    const headers = new Map(lines.split('\n').map(line => line.split(/: (.*)/s) as [string, string]))
    const url = /`POST` to `(https:[^`]+)` with this body/.exec(text)?.[1]
    const { d: _, ...publicJwk } = JSON.parse(key) as JsonWebKey
    equal(headers.get('Content-Digest'), `sha-256=:${createHash('sha256').update(body).digest('base64')}:`)
    const parameters = headers.get('Signature-Input')!.replace('broker=', '')
    const covered = [...parameters.matchAll(/"([a-z0-9@-]+)"(?=[ )])/g)].map(([, name]) => name!)
    const known: Record<string, string | undefined> = { '@method': 'POST', '@target-uri': url }
    for (const [name, value] of headers) known[name.toLowerCase()] = value
    const base = [...covered.map(name => `"${name}": ${known[name]}`), `"@signature-params": ${parameters}`].join('\n')
    const signature = Buffer.from(/^broker=:(.*):$/.exec(headers.get('Signature')!)![1]!, 'base64')
    ok(verify(null, Buffer.from(base), createPublicKey({ key: publicJwk, format: 'jwk' }), signature))
    equal(covered.length, 6)
  })
  await check('the JWE of the test vector has the documented plain text and header', ['BROKER-5'], async () => {
    const [key = '', jwe = '', plain = '', header = ''] = blocksIn((await read(world, texts[1])).text)
    const [head = '', wrapped, iv, sealed, tag] = jwe.replaceAll('\n', '').split('.')
    const bytes = (part: string | undefined) => Buffer.from(part ?? '', 'base64url')
    deepEqual(JSON.parse(bytes(head).toString()), JSON.parse(header))
    const jwk: JsonWebKey = JSON.parse(key)
    const contentKey = privateDecrypt({ key: jwk, format: 'jwk', oaepHash: 'sha256' } as never, bytes(wrapped))
    const decipher = createDecipheriv('aes-256-gcm', contentKey, bytes(iv))
    decipher.setAAD(Buffer.from(head)).setAuthTag(bytes(tag))
    equal(Buffer.concat([decipher.update(bytes(sealed)), decipher.final()]).toString(), plain)
  })
}

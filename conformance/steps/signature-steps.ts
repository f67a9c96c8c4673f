import { deepEqual, equal } from 'node:assert/strict'
import { createHash, createPublicKey, verify } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import { requireStatus } from '../assertions/problems.ts'
import { type DirectoryKey, directory } from '../schemas/signatures.ts'
import type { Delivery } from '../stubs/receiver.ts'
import type { World } from '../world.ts'

/** A signature of RFC 9421, as the headers have it. */
export type MessageSignature = {
  /** The identifiers of what it covers, as they are written. */
  covered: string[]
  parameter: (name: string) => string
  /** Whether it holds for a key and these values; headers are known by their names. */
  isBy: (key: DirectoryKey, values: Record<string, string>) => boolean
}

type Headers = IncomingHttpHeaders | Record<string, string | string[] | undefined>

/** By their labels. */
export function signaturesIn(headers: Headers): Map<string, MessageSignature> {
  const header = (name: string) => String(headers[name] ?? '')
  const bytes = new Map(
    [...header('signature').matchAll(/([\w-]+)=:([^:]*):/g)].map(([, label, base64]) => [label, base64]),
  )
  const inputs = [...header('signature-input').matchAll(/([\w-]+)=(\(([^)]*)\)(?:;[a-z]+=(?:\d+|"[^"]*"))*)/g)]
  return new Map(
    inputs.map(([, label = '', parameters = '', list = '']) => {
      const covered = list.split(' ')
      const isBy = ({ kty, crv, x }: DirectoryKey, values: Record<string, string>) => {
        const found = (identifier: string) => values[identifier] ?? header(identifier.slice(1, -1))
        const lines = covered.map(identifier => `${identifier}: ${found(identifier)}`)
        const base = Buffer.from([...lines, `"@signature-params": ${parameters}`].join('\n'))
        const key = createPublicKey({ key: { kty, crv, x }, format: 'jwk' })
        return verify(null, base, key, Buffer.from(bytes.get(label) ?? '', 'base64'))
      }
      const parameter = (name: string) => new RegExp(`;${name}="?([^";]*)`).exec(parameters)?.[1] ?? ''
      return [label, { covered, parameter, isBy }]
    }),
  )
}

export const directoryPath = '/.well-known/http-message-signatures-directory'

export const readDirectory = async ({ http }: World) => requireStatus(await http.send({ path: directoryPath }), 200)

/** The ids of the keys that the directory has, each of which signs it. */
export async function publishedIds(world: World): Promise<string[]> {
  const reply = await readDirectory(world)
  const ids = reply.as(directory).keys.map(({ kid }) => kid)
  const signers = [...signaturesIn(reply.headers).values()].map(({ parameter }) => parameter('keyid'))
  deepEqual(new Set(signers), new Set(ids))
  return ids
}

/** Where the server says that its keys are (SIGN-14). */
export function agentOf({ publicUrl }: World): string {
  const { origin, pathname } = new URL(publicUrl)
  return pathname === '/' ? `"${origin}"` : `"${publicUrl}${directoryPath}";type=jwks_uri`
}

/** The signature of a request to a URL of the suite, if it is one by a key of the directory. */
export async function verifiedSignature(
  world: World,
  method: 'GET' | 'POST',
  url: string,
  { headers, text }: Delivery,
) {
  const agent = agentOf(world)
  equal(headers['signature-agent'], `sig1=${agent}`)
  const signature = signaturesIn(headers).get('sig1')
  const { keys } = (await readDirectory(world)).as(directory)
  const key = keys.find(({ kid }) => kid === signature?.parameter('keyid'))
  if (method === 'POST') equal(headers['content-digest'], digestOf(text))
  const values = {
    '"@method"': method,
    '"@authority"': new URL(url).host,
    '"@target-uri"': url,
    '"signature-agent";key="sig1"': agent,
  }
  return signature && key && signature.isBy(key, values) ? signature : undefined
}

export const digestOf = (text: string): string => `sha-256=:${createHash('sha256').update(text).digest('base64')}:`

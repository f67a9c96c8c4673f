import { createHash } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { LRUCache } from 'lru-cache'
import type { HttpReply } from './exchange.ts'
import { type ContentEncoding, negotiateEncoding } from './negotiate-encoding.ts'

/** A document, in each requested encoding: compressed once, and cached. */
export interface Entity {
  encoded(coding: ContentEncoding): Promise<Coded>
}

interface Coded {
  body: Buffer
  headers: Record<string, string>
}

const digestOf = (body: Buffer, encoding: 'base64' | 'base64url') => createHash('sha256').update(body).digest(encoding)

/** Compressing shorter ones saves nothing, or hardly anything. */
const WORTH_IT_BYTES = 1_000

/** 180 KB take 15 ms, and twenty times as long at the highest level. */
const QUALITY = { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } }

const COMPRESS: Readonly<Record<Exclude<ContentEncoding, 'identity'>, (body: Buffer) => Promise<Buffer>>> = {
  br: body => promisify(brotliCompress)(body, QUALITY),
  gzip: body => promisify(gzip)(body, { level: 9 }),
}

/** `name`: derived from these bytes. */
export function makeEntity(body: Buffer, name = digestOf(body, 'base64url')): Entity {
  const made = new Map<ContentEncoding, Promise<Coded>>()

  async function make(coding: ContentEncoding): Promise<Coded> {
    if (coding === 'identity') return { body, headers: headersOf(body, name) }
    const compressed = await COMPRESS[coding](body)
    return { body: compressed, headers: { ...headersOf(compressed, `${name}-${coding}`), 'Content-Encoding': coding } }
  }

  return {
    encoded(wanted) {
      const coding = body.length < WORTH_IT_BYTES ? 'identity' : wanted
      const known = made.get(coding) ?? make(coding)
      made.set(coding, known)
      return known
    },
  }
}

/**
 * Cached entities of responses that many clients request in few variants: pages of a list, a text and its successor.
 */
export function createEntities() {
  const known = new LRUCache<string, Entity>({ max: MAX_ENTITIES })
  return {
    entityOf(body: string | Buffer): Entity {
      const bytes = Buffer.from(body)
      const name = digestOf(bytes, 'base64url')
      const entity = known.get(name) ?? makeEntity(bytes, name)
      known.set(name, entity)
      return entity
    },
  }
}

/** Each is at most a page of the changelog, 60 KB. */
const MAX_ENTITIES = 50

/** RFC 9530: the digest covers the transferred bytes, so each encoding has its own, and its own tag. */
const headersOf = (body: Buffer, tag: string) => ({
  ETag: `"${tag}"`,
  'Content-Digest': `sha-256=:${digestOf(body, 'base64')}:`,
  Vary: 'Accept-Encoding',
})

/** The document in the client's preferred encoding, or a 304. */
export async function entityReply(
  request: IncomingHttpHeaders,
  entity: Entity,
  { content_type, headers }: Pick<HttpReply, 'content_type' | 'headers'>,
): Promise<HttpReply> {
  const coded = await entity.encoded(negotiateEncoding(request['accept-encoding']))
  if (!isNotModified(coded.headers.ETag!, request['if-none-match'])) {
    return { status: 200, headers: { ...headers, ...coded.headers }, body: coded.body, content_type }
  }
  const { ETag = '', Vary = '' } = coded.headers
  return { status: 304, headers: { ...headers, ETag, Vary }, body: '', content_type: '' }
}

/** Whether `If-None-Match` contains the tag. Express would ignore it for no-cache requests, as `fetch` sends them. */
export const isNotModified = (tag: string, known = ''): boolean =>
  known.split(',').some(one => one.trim().replace(/^W\//, '') === tag || one.trim() === '*')

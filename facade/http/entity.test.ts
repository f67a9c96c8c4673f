import { createHash, randomBytes } from 'node:crypto'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import test from 'ava'
import { createEntities, entityReply, makeEntity } from './entity.ts'
import { negotiateEncoding } from './negotiate-encoding.ts'

const TEXT = Buffer.from('Words that come again. '.repeat(100))
const AS = { content_type: 'text/plain', headers: { 'Cache-Control': 'no-cache' } }

const reply = (request: Record<string, string>, body = TEXT) => entityReply(request, makeEntity(body), AS)

test('the best accepted encoding is used', t => {
  for (const [accepted, coding] of [
    [undefined, 'identity'],
    ['', 'identity'],
    ['gzip', 'gzip'],
    ['x-gzip', 'gzip'],
    ['GZIP, Br', 'br'],
    ['gzip, deflate, br, zstd', 'br'],
    ['br;q=0.5, gzip', 'gzip'],
    ['br; q=0, gzip;q=0.1', 'gzip'],
    ['br;q=0', 'identity'],
    ['*', 'br'],
    ['*;q=0.5, br;q=0', 'gzip'],
    ['identity, gzip;q=0.5', 'identity'],
    ['identity;q=0.5, gzip;q=0.5', 'gzip'],
    ['deflate', 'identity'],
    ['gzip;q=much', 'identity'],
  ] as const) {
    t.is(negotiateEncoding(accepted), coding, accepted)
  }
})

test('each encoding has its own digest and ETag', async t => {
  const decoders = { identity: (body: Buffer) => body, gzip: gunzipSync, br: brotliDecompressSync }
  const tags = new Set<string>()
  for (const [coding, decode] of Object.entries(decoders)) {
    const { status, headers = {}, body } = await reply({ 'accept-encoding': coding })
    const digest = createHash('sha256').update(body).digest('base64')
    t.like(headers, { 'Content-Digest': `sha-256=:${digest}:`, Vary: 'Accept-Encoding', 'Cache-Control': 'no-cache' })
    t.is(headers['Content-Encoding'], coding === 'identity' ? undefined : coding)
    t.deepEqual(decode(body as Buffer), TEXT)
    t.is(status, 200)
    tags.add(headers.ETag!)
  }
  t.is(tags.size, 3)
})

test('a conditional request gets a 304', async t => {
  const { headers = {} } = await reply({ 'accept-encoding': 'gzip' })
  const tag = headers.ETag!
  for (const known of [tag, `W/${tag}`, `"other", ${tag}`, '*']) {
    const again = await reply({ 'accept-encoding': 'gzip', 'if-none-match': known })
    t.like(again, { status: 304, body: '', headers: { ETag: tag, 'Cache-Control': 'no-cache' } })
    t.is(again.headers?.['Content-Digest'], undefined)
  }
  t.is((await reply({ 'if-none-match': tag })).status, 200, 'another coding is another answer')
})

test('a short document is not compressed', async t => {
  const { headers, body } = await reply({ 'accept-encoding': 'br' }, Buffer.from('{}'))
  t.is(headers?.['Content-Encoding'], undefined)
  t.is(body.toString(), '{}')
})

test('a document is compressed once, and few are cached', async t => {
  const { entityOf } = createEntities()
  t.is(entityOf(TEXT), entityOf(TEXT.toString()))
  const coded = entityOf(TEXT).encoded('br')
  t.is(entityOf(TEXT).encoded('br'), coded)
  for (let n = 0; n < 60; n++) entityOf(randomBytes(8))
  t.not(entityOf(TEXT).encoded('br'), coded)
})

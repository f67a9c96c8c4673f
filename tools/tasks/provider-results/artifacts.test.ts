import { createHash } from 'node:crypto'
import test from 'ava'
import type { A2aPart } from '../../../push/broker/a2a.ts'
import { readArtifacts } from './artifacts.ts'

const DELIVERY = { provider_agent_id: 'p', received_at: 'then' }
const sha = (bytes: string | Buffer) => createHash('sha256').update(bytes).digest('hex')

const part = (content: Partial<A2aPart>) =>
  ({ mediaType: undefined, filename: undefined, index: 0, ...content }) as A2aPart
const one = (content: Partial<A2aPart>) =>
  readArtifacts([{ artifactId: 'a', name: 'A', parts: [part(content)], warnings: [] }], DELIVERY)[0]!
const raw = (bytes: string | Buffer) => Buffer.from(bytes).toString('base64')

test('each part is text or data, with its origin and its digest', t => {
  t.deepEqual(one({ text: 'Hi', filename: 'a.txt' }), {
    artifact_id: 'a',
    name: 'A',
    kind: 'text',
    text: 'Hi',
    media_type: 'text/plain',
    provenance: {
      ...DELIVERY,
      source: 'provider',
      part_index: 0,
      filename: 'a.txt',
      sha256: sha('Hi'),
      untrusted: true,
    },
  })
  t.like(one({ data: { b: 1, a: [null] } }), {
    kind: 'data',
    data: { b: 1, a: [null] },
    media_type: 'application/json',
    provenance: { sha256: sha('{"a":[null],"b":1}') },
  })
  const parts = [part({ text: '1' }), part({ data: 2, index: 1 })]
  const many = readArtifacts(
    [
      { artifactId: 'a', name: undefined, parts, warnings: [] },
      { artifactId: 'b', name: 'B', parts, warnings: [] },
    ],
    DELIVERY,
  )
  t.deepEqual(
    many.map(({ artifact_id, provenance }) => [artifact_id, provenance.part_index]),
    [
      ['a', 0],
      ['a', 1],
      ['b', 0],
      ['b', 1],
    ],
  )
})

test('the URL of a file is returned, and not fetched', t => {
  const uri = 'https://files.example/a.pdf'
  t.like(one({ url: uri, mediaType: 'application/pdf' }), {
    kind: 'data',
    data: { uri },
    media_type: 'application/pdf',
    provenance: { source: 'provider_reference', uri, sha256: sha(uri) },
  })
})

test('bytes are returned as text or JSON if they are that, otherwise as base64', t => {
  t.like(one({ raw: raw('é'), mediaType: 'text/csv; charset=utf-8' }), { kind: 'text', text: 'é' })
  t.like(one({ raw: raw('{"a":1}'), mediaType: 'application/json' }), { kind: 'data', data: { a: 1 } })
  for (const [bytes, mediaType] of [
    [Buffer.from([0xff, 0xfe]), 'text/plain'],
    [Buffer.from('a\0b'), 'text/plain'],
    [Buffer.from('{"a":'), 'application/json'],
    [Buffer.from('['.repeat(100) + ']'.repeat(100)), 'application/json'],
    [Buffer.from('GIF89a'), 'image/gif'],
  ] as const) {
    t.like(one({ raw: raw(bytes), mediaType }), {
      kind: 'data',
      data: { base64: raw(bytes) },
      media_type: mediaType,
      provenance: { source: 'provider', sha256: sha(bytes) },
    })
  }
})

test('more than 256 KiB of base64 in total is omitted, marked as by the broker', t => {
  const bytes = Buffer.alloc(200 * 1024, 1)
  const parts = [part({ raw: raw(bytes) }), part({ raw: raw(bytes) }), part({ raw: raw('few') })]
  const [first, second, third] = readArtifacts([{ artifactId: 'a', name: undefined, parts, warnings: [] }], DELIVERY)
  t.like(first, { data: { base64: raw(bytes) } })
  t.like(second, { data: { omitted: true, bytes: bytes.length }, provenance: { source: 'broker', sha256: sha(bytes) } })
  t.like(third, { data: { base64: raw('few') } })
})

test('an unreadable part is reported by the first part of its artifact, or of all', t => {
  const [firstWarning, secondWarning] = [['Part 0 was left out.'], ['Part 1 was left out.']]
  const artifacts = [
    { artifactId: 'a', name: undefined, parts: [], warnings: firstWarning },
    { artifactId: 'b', name: undefined, parts: [part({ text: '1' }), part({ data: 2 })], warnings: [] },
    { artifactId: 'c', name: undefined, parts: [part({ text: '3' }), part({ text: '4' })], warnings: secondWarning },
  ]
  t.deepEqual(
    readArtifacts(artifacts, DELIVERY).map(({ artifact_id, warnings }) => [artifact_id, warnings]),
    [
      ['b', firstWarning],
      ['b', undefined],
      ['c', secondWarning],
      ['c', undefined],
    ],
  )
})

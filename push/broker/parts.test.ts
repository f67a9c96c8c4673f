import test from 'ava'
import { joinMessage, readArtifactParts, readParts } from './parts.ts'

const read = (...parts: unknown[]) => {
  const { parts: readable, warnings } = readParts(parts)
  return [readable.map(({ text, data, url, raw }) => text ?? data ?? url ?? raw), warnings.length]
}

const UNREADABLE: [string, unknown][] = [
  ['null', null],
  ['no object', 'text'],
  ['an empty part', {}],
  ['a part of nulls', { text: null, data: null, url: null, raw: null }],
  ['a part of two kinds', { text: 'a', data: 1 }],
  ['a text that is a number', { text: 7 }],
  ['a file part of 0.3', { kind: 'file', file: { uri: 'https://files.example/a', mimeType: 'image/png' } }],
  ...['a', 'ab c', 'a=', 'QQ=', 'QR==', 'QQ==QQ==', '<p>', 'a+_w', 'YQ==\n'].map((raw): [string, unknown] => [
    `raw that is no base64: ${JSON.stringify(raw)}`,
    { raw },
  ]),
]

for (const [title, part] of UNREADABLE) {
  test(`readable parts are delivered, and others become warnings: ${title}`, t => {
    t.deepEqual(read({ text: 'Hi' }, part, { data: 1 }), [['Hi', 1], 1])
    t.deepEqual(
      readParts([{ text: 'Hi' }, part, { data: 1 }]).parts.map(({ index }) => index),
      [0, 2],
    )
    const [artifact] = readArtifactParts([{ artifactId: 'a', parts: [part] }])!
    t.deepEqual([artifact?.parts, artifact?.warnings.length], [[], 1])
  })
}

const READABLE: [string, unknown][] = [
  ['null for what is absent', { text: 'Hi', data: null, url: null, raw: null, mediaType: null, filename: null }],
  ['a text part of 0.3', { kind: 'text', text: 'Hi', metadata: {} }],
  ['a media type that is none', { text: 'Hi', mediaType: 7, filename: 'x'.repeat(300) }],
]

for (const [title, part] of READABLE) {
  test(`a part is read with ${title}`, t => {
    t.deepEqual(readParts([part]).parts, [{ text: 'Hi', mediaType: undefined, filename: undefined, index: 0 }])
  })
}

test('bytes may be in either base64 alphabet, padded or not, or empty', t => {
  for (const raw of ['', 'QQ==', 'QQ', '-_8', '+/8=', '_-8=']) t.deepEqual(read({ raw }), [[raw], 0], raw)
})

test('a list of parts may be absent, and an invalid one is reported', t => {
  for (const parts of [undefined, null]) t.deepEqual(readParts(parts), { parts: [], warnings: [] })
  t.is(readParts('x').warnings.length, 1)
  const many = readParts(Array(5_000).fill({}))
  t.deepEqual([many.warnings.length, many.warnings.at(-1)], [21, '4980 more parts were omitted.'])
})

const texts = (given: unknown[]) =>
  readArtifactParts(given)?.map(({ artifactId, parts }) => [artifactId, ...parts.map(({ text, data }) => text ?? data)])

test('appended texts of a stream are joined if they are adjacent and of one type', t => {
  const stream = Array.from({ length: 5_000 }, (_, i) => ({ text: `${i} ` }))
  t.is(
    readArtifactParts([{ artifactId: 'a', parts: stream }])?.[0]?.parts[0]?.text,
    stream.map(({ text }) => text).join(''),
  )
  t.is(joinMessage(readParts(stream))?.parts.length, 1)
  const parts = [{ text: 'a' }, { text: 'b' }, { data: 1 }, { text: 'c' }, { text: 'd', mediaType: 'text/csv' }]
  t.deepEqual(texts([{ artifactId: 'a', parts }]), [['a', 'ab', 1, 'c', 'd']])
})

test('artifacts of one text each are joined if they share an id or name', t => {
  const piece = (artifactId: string, text: string, more: object = {}) => ({ artifactId, parts: [{ text }], ...more })
  const named = Array.from({ length: 300 }, (_, i) => piece(`a${i}`, 'x', { name: 'Cloth' }))
  t.deepEqual(texts(named), [['a0', 'x'.repeat(300)]])
  t.deepEqual(texts([piece('a', '1'), piece('a', '2'), piece('b', '3'), piece('a', '4')]), [
    ['a', '12'],
    ['b', '3'],
    ['a', '4'],
  ])
  const whole = { artifactId: 'a', parts: [{ data: 1 }] }
  t.deepEqual(texts([piece('a', '1'), whole, piece('a', '2')]), [
    ['a', '1'],
    ['a', 1],
    ['a', '2'],
  ])
})

test('an invalid artifact, without id or parts, is reported with its position', t => {
  const [none, nameless, empty] = readArtifactParts([
    7,
    { parts: [{ text: 'a' }], name: 'x'.repeat(257) },
    { artifactId: 'e', parts: null },
  ])!
  t.like(none, { artifactId: 'artifact-0', parts: [], warnings: ['Artifact 0 is not an object.'] })
  t.like(nameless, { artifactId: 'artifact-1', name: undefined, warnings: [] })
  t.like(empty, { artifactId: 'e', warnings: ['Artifact 2 has no parts.'] })
})

test('up to 200 artifacts and 1,000 parts are accepted', t => {
  const artifacts = (count: number, parts: number) =>
    Array.from({ length: count }, (_, i) => ({ artifactId: `a${i}`, parts: Array(parts).fill({ data: 1 }) }))
  t.is(readArtifactParts(artifacts(200, 5))?.length, 200)
  t.is(readArtifactParts(artifacts(201, 1)), undefined)
  t.is(readArtifactParts(artifacts(1, 1_001)), undefined)
  t.is(readArtifactParts(artifacts(100, 11)), undefined)
  t.is(joinMessage(readParts(Array(1_001).fill({ data: 1 }))), undefined)
})

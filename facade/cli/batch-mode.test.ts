import { Readable } from 'node:stream'
import test from 'ava'
import { fc } from '../../testing/values/property.ts'
import { type BatchEnd, type BatchRequest, serveBatch } from './batch-mode.ts'
import { readLines } from './read-lines.ts'

const MOST = 1_048_576

interface Played {
  answers: Record<string, unknown>[]
  done: BatchRequest[]
  complaints: string[]
}

/** Runs a batch whose standard input arrives in these chunks; `end` is how each request ends. */
async function play(
  pieces: readonly (string | Buffer)[],
  end: (request: BatchRequest) => BatchEnd | Promise<BatchEnd> = () => ({ exit_code: 0, answer: {} }),
  readers = Number.POSITIVE_INFINITY,
): Promise<Played> {
  const played: Played = { answers: [], done: [], complaints: [] }
  const exchange = {
    requests: Readable.from(pieces.map(piece => Buffer.from(piece))),
    async write(line: string) {
      played.answers.push(JSON.parse(line))
      return played.answers.length < readers
    },
    writeError: (text: string) => void played.complaints.push(text),
  }
  await serveBatch(exchange, async request => {
    played.done.push(request)
    return await end(request)
  })
  return played
}

const line = (value: unknown) => `${JSON.stringify(value)}\n`

test('requests are executed one after another, and answered in order with their ids', async t => {
  let under_way = 0
  const { answers } = await play(
    [line({ id: 3, argv: ['a'] }) + line({ id: 'b', argv: ['b'] }) + line({ argv: [] })],
    async ({ argv }) => {
      t.is(++under_way, 1)
      await Promise.resolve()
      under_way--
      return argv[0] === 'b' ? { exit_code: 1, message: 'no' } : { exit_code: 0, answer: { argv } }
    },
  )
  t.deepEqual(answers, [
    { id: 3, exit_code: 0, answer: { argv: ['a'] } },
    { id: 'b', exit_code: 1, message: 'no' },
    { id: null, exit_code: 0, answer: { argv: [] } },
  ])
})

test('a line may arrive in chunks, and the last need not be terminated', async t => {
  const text = Buffer.from(line({ id: 1, argv: ['é', '😀'] }) + JSON.stringify({ id: 2, argv: [] }))
  const { done } = await play([...text].map(byte => Buffer.of(byte)))
  t.deepEqual(done, [
    { id: 1, argv: ['é', '😀'] },
    { id: 2, argv: [] },
  ])
})

test('an incomplete line is not a request', async t => {
  const { answers, done } = await play([line({ id: 1, argv: ['a'] }), '{"id":2,"argv":["agent","sta'])
  t.is(done.length, 1)
  t.like(answers[1], { id: null, exit_code: 2 })
})

test('an unreadable line is answered with its fault, and the rest continues', async t => {
  for (const [bad, id, pattern] of [
    ['agent status', null, /^line 1: is not JSON in UTF-8; use a request such as \{"id":1,/],
    [Buffer.from('{"id":1,"argv":["\xff"]}', 'latin1'), null, /^line 1: is not JSON in UTF-8/],
    ['[]', null, /^line 1: Invalid input: expected object/],
    ['null', null, /^line 1: Invalid input: expected object/],
    ['{"id":7}', 7, /^line 1: argv: Invalid input: expected array.*use a request such as/],
    ['{"id":7,"argv":"user list"}', 7, /^line 1: argv: /],
    ['{"id":7,"argv":["user",1]}', 7, /^line 1: argv\.1: /],
    ['{"id":7,"argv":[],"stdin":""}', 7, /^line 1: Unrecognized key: "stdin"/],
    ['{"id":{},"argv":[]}', null, /^line 1: id: /],
    ['{"id":9007199254740993,"argv":[]}', null, /^line 1: id: /],
  ] as const) {
    const { answers, done } = await play([bad, '\n', line({ id: 'next', argv: ['x'] })])
    t.deepEqual(
      done.map(({ id }) => id),
      ['next'],
    )
    t.like(answers[0], { id, exit_code: 2 })
    t.regex(String(answers[0]?.message), pattern)
    t.like(answers[1], { id: 'next', exit_code: 0 })
  }
})

test('an empty line is not a request', async t => {
  const { answers } = await play(['\n \r\n', `${JSON.stringify({ id: 1, argv: [] })}\r\n`, '\n\n'])
  t.deepEqual(answers, [{ id: 1, exit_code: 0, answer: {} }])
})

test('a line that is too long is neither executed nor buffered', async t => {
  const most = line({ id: 1, argv: ['x'.repeat(MOST - 20)] })
  t.is(most.length - 1, MOST)
  const longer = line({ id: 2, argv: ['x'.repeat(MOST - 19)] })
  const endless = Array.from({ length: 64 }, () => 'x'.repeat(MOST))
  const { answers, done } = await play([most, longer, ...endless, '\n', line({ id: 3, argv: [] })])
  t.deepEqual(
    done.map(({ id }) => id),
    [1, 3],
  )
  const message = `is longer than ${MOST} bytes; nothing in it was executed`
  t.deepEqual(answers.slice(1, 3), [
    { id: null, exit_code: 2, message: `line 2: ${message}` },
    { id: null, exit_code: 2, message: `line 3: ${message}` },
  ])
})

test('an unexpected error is answered too, without its text', async t => {
  const { answers, complaints } = await play([line({ id: 1, argv: [] }), line({ id: 2, argv: ['b'] })], ({ id }) => {
    if (id === 1) throw new Error('a secret')
    return { exit_code: 0, answer: {} }
  })
  t.deepEqual(
    answers.map(({ exit_code }) => exit_code),
    [70, 0],
  )
  t.false(JSON.stringify(answers).includes('a secret'))
  t.regex(complaints.join(), /a secret/)
})

test('if nobody reads the responses, no further request is executed', async t => {
  const { done } = await play(
    [1, 2, 3].map(id => line({ id, argv: [] })),
    undefined,
    1,
  )
  t.is(done.length, 1)
})

test('however a stream is split into chunks, its lines are the same', async t => {
  await fc.assert(
    fc.asyncProperty(
      fc.string({ unit: fc.constantFrom('a', '\n', 'é', '\r'), maxLength: 40 }),
      fc.nat(7),
      async (text, size) => {
        const bytes = Buffer.from(text)
        const pieces = Array.from({ length: Math.ceil(bytes.length / (size + 1)) }, (_, n) =>
          bytes.subarray(n * (size + 1), (n + 1) * (size + 1)),
        )
        const lines: (string | undefined)[] = []
        for await (const line of readLines(Readable.from(pieces), 8)) lines.push(line?.toString())
        const wanted = text.split('\n').map(line => (Buffer.byteLength(line) > 8 ? undefined : line))
        if (wanted.at(-1) === '') wanted.pop()
        t.deepEqual(lines, wanted)
      },
    ),
  )
})

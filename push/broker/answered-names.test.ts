import test from 'ava'
import { readA2aResult } from './a2a-results.ts'

/** The first part of a task with these members. */
function readPart(members: object, name?: string) {
  const artifacts = [{ artifactId: 'a', ...(name !== undefined && { name }), parts: [{ text: 'x', ...members }] }]
  const result = { id: 't', contextId: 'c\r\nc', status: { state: 'TASK_STATE_COMPLETED' }, artifacts }
  const read = readA2aResult(Buffer.from(JSON.stringify({ jsonrpc: '2.0', id: '1', result })), '1', 'task')
  if (read.kind !== 'task') throw new Error(read.kind)
  return { task: read.task, artifact: read.task.artifacts[0]!, part: read.task.artifacts[0]!.parts[0]! }
}

test("a provider's media type is valid, or absent", t => {
  for (const mediaType of ['text/plain', 'text/plain; charset=utf-8', 'application/vnd.x+json;a="b, c"']) {
    t.is(readPart({ mediaType }).part.mediaType, mediaType)
  }
  for (const mediaType of [
    'text/html\r\nSet-Cookie: a=b',
    'text/plain\n',
    'text/plain;\ra',
    'text/plain\u2028',
    'text',
    'text/',
    'text/plain, text/html',
    'text/plain; é',
    '\u0000',
    '',
  ]) {
    t.is(readPart({ mediaType }).part.mediaType, undefined, JSON.stringify(mediaType))
  }
})

test('names of files and artifacts are one line; what is sent back to the provider is unchanged', t => {
  const { part, artifact, task } = readPart({ filename: 'a.txt\r\nX-Evil: 1\u0000\u2029b' }, 'two\nlines')
  t.is(part.filename, 'a.txt X-Evil: 1 b')
  t.is(artifact.name, 'two lines')
  t.is(task.contextId, 'c\r\nc')
  t.is(readPart({ filename: '\r\n' }).part.filename, undefined)
})

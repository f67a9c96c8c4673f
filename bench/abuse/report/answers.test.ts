import test from 'ava'
import { AnswerReader } from './answers.ts'

const STREAM = [
  'HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhello',
  'HTTP/1.1 100 Continue\r\n\r\n',
  'HTTP/1.1 204 No Content\r\n\r\n',
  'HTTP/1.1 429 Too Many Requests\r\nTransfer-Encoding: chunked\r\n\r\n4\r\nWiki\r\na;x=1\r\n\r\n\r\n567890\r\n0\r\n\r\n',
  'HTTP/1.1 413 Payload Too Large\r\ncontent-length: 0\r\n\r\n',
].join('')

function read(pieces: Buffer[]): string[] {
  const calls: string[] = []
  const reader = new AnswerReader({ head: status => calls.push(String(status)), end: () => calls.push('end') })
  for (const piece of pieces) reader.take(piece)
  return calls
}

const ALL = ['200', 'end', '204', 'end', '429', 'end', '413', 'end']

test('responses on one connection are separated, whatever their bodies contain', t => {
  t.deepEqual(read([Buffer.from(STREAM)]), ALL)
})

test('responses are parsed from chunks of any size', t => {
  for (let size = 1; size < STREAM.length; size++) {
    const pieces = Array.from({ length: Math.ceil(STREAM.length / size) }, (_, n) =>
      Buffer.from(STREAM.slice(n * size, (n + 1) * size)),
    )
    t.deepEqual(read(pieces), ALL, `pieces of ${size}`)
  }
})

test('an incomplete response does not end', t => {
  t.deepEqual(read([Buffer.from('HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhell')]), ['200'])
})

import test from 'ava'
import { detachBuffer } from './detach-buffer.ts'

const MB = 1_024 * 1_024

test('a large buffer is empty from then on, and counts no more', t => {
  const buffers = Array.from({ length: 16 }, () => Buffer.alloc(MB, 'x'))
  const before = process.memoryUsage().arrayBuffers
  buffers.forEach(detachBuffer)
  t.true(process.memoryUsage().arrayBuffers <= before - 15 * MB)
  t.deepEqual(
    buffers.map(({ length }) => length),
    buffers.map(() => 0),
  )
})

test('what is small, or lies in the memory of others, stays', t => {
  const pooled = Buffer.from('a few words')
  const part = Buffer.alloc(MB, 'y').subarray(1, MB)
  const shared = Buffer.from(new SharedArrayBuffer(MB))
  for (const buffer of [pooled, part, shared]) detachBuffer(buffer)
  t.is(pooled.toString(), 'a few words')
  t.is(part.length, MB - 1)
  t.is(shared.length, MB)
})

import { BackupRefused } from './backup-refused.ts'

/** Reads a stream by byte counts; buffers at most one piece of the stream and the requested bytes. */
export function createStreamReader(stream: AsyncIterable<Buffer>) {
  const source = stream[Symbol.asyncIterator]()
  let rest: Buffer = Buffer.alloc(0)

  async function more(): Promise<boolean> {
    const { value, done } = await source.next()
    if (done) return false
    rest = rest.length === 0 ? value : Buffer.concat([rest, value])
    return true
  }

  return {
    /** Reads exactly this many bytes. */
    async take(count: number): Promise<Buffer> {
      while (rest.length < count) {
        if (!(await more())) throw new BackupRefused('the file is truncated: use another copy of it')
      }
      const taken = rest.subarray(0, count)
      rest = rest.subarray(count)
      return taken
    },
    async isAtEnd(): Promise<boolean> {
      while (rest.length === 0) if (!(await more())) return true
      return false
    },
  }
}

export type StreamReader = ReturnType<typeof createStreamReader>

/** Splits the bytes into chunks of that size, the last of which may be smaller and is marked; yields at least one. */
export async function* inChunksOf(
  size: number,
  stream: AsyncIterable<Buffer>,
): AsyncGenerator<{ piece: Buffer; isLast: boolean }> {
  let parts: Buffer[] = []
  let length = 0
  for await (const part of stream) {
    for (let at = 0; at < part.length; ) {
      if (length === size) {
        yield { piece: Buffer.concat(parts), isLast: false }
        parts = []
        length = 0
      }
      const some = part.subarray(at, at + size - length)
      parts.push(some)
      length += some.length
      at += some.length
    }
  }
  yield { piece: Buffer.concat(parts), isLast: true }
}

/** A line of a stream, without its end; `undefined` for one that is longer than it may be. */
export type InputLine = Buffer | undefined

const LF = 0x0a

/** The lines of a stream, of which no more is kept than `limit` bytes of one; the last need not be ended. */
export async function* readLines(stream: AsyncIterable<Buffer>, limit: number): AsyncGenerator<InputLine> {
  let parts: Buffer[] = []
  let length = 0
  const add = (part: Buffer) => {
    length += part.length
    if (length > limit) parts = []
    else parts.push(part)
  }
  const end = (): InputLine => {
    const line = length > limit ? undefined : Buffer.concat(parts)
    parts = []
    length = 0
    return line
  }
  for await (const chunk of stream) {
    let start = 0
    for (let at = chunk.indexOf(LF); at >= 0; at = chunk.indexOf(LF, start)) {
      add(chunk.subarray(start, at))
      yield end()
      start = at + 1
    }
    add(chunk.subarray(start))
  }
  if (length > 0) yield end()
}

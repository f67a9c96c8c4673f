/** A line of a stream, without its end; `undefined` for one that exceeds the limit. */
export type InputLine = Buffer | undefined

const LF = 0x0a

/** The lines of a stream, buffering at most `limit` bytes; the last line need not have an end. */
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

/** What of an answer is waited for. */
interface Watch {
  head(status: number): void
  /** The last byte of its body came. */
  end(): void
}

const HEAD_END = Buffer.from('\r\n\r\n')
const LINE_END = Buffer.from('\r\n')

/** Reads the answers of one connection, one after the other, and keeps nothing of them but a piece of a head. */
export function answerReader(watch: Watch): (chunk: Buffer) => void {
  let piece: Buffer = Buffer.alloc(0)
  let bodyLeft = 0
  let part: 'head' | 'body' | 'chunk size' | 'chunk' | 'last line' = 'head'

  /** The bytes up to `mark`, once they are all there; `rest` is what follows. */
  function until(mark: Buffer, bytes: Buffer): { text: string; rest: Buffer } | undefined {
    const all = piece.length === 0 ? bytes : Buffer.concat([piece, bytes])
    const at = all.indexOf(mark)
    piece = at < 0 ? all : Buffer.alloc(0)
    return at < 0 ? undefined : { text: all.toString('latin1', 0, at), rest: all.subarray(at + mark.length) }
  }

  function pass(bytes: Buffer): Buffer {
    const passed = Math.min(bodyLeft, bytes.length)
    bodyLeft -= passed
    return bytes.subarray(passed)
  }

  function readHead(head: string): void {
    const status = Number(head.slice(9, 12))
    if (status < 200) return
    watch.head(status)
    bodyLeft = Number(/\r\ncontent-length: *(\d+)/i.exec(head)?.[1] ?? 0)
    part = /\r\ntransfer-encoding: *chunked/i.test(head) ? 'chunk size' : bodyLeft > 0 ? 'body' : 'head'
    if (part === 'head') watch.end()
  }

  function readLine(line: string): void {
    if (part === 'head') return readHead(line)
    if (part === 'last line') {
      part = 'head'
      return watch.end()
    }
    const size = Number.parseInt(line, 16)
    bodyLeft = size + LINE_END.length
    part = size > 0 ? 'chunk' : 'last line'
  }

  return chunk => {
    let bytes = chunk
    while (bytes.length > 0) {
      if (part === 'body' || part === 'chunk') {
        bytes = pass(bytes)
        if (bodyLeft > 0) return
        const wasBody = part === 'body'
        part = wasBody ? 'head' : 'chunk size'
        if (wasBody) watch.end()
        continue
      }
      const found = until(part === 'head' ? HEAD_END : LINE_END, bytes)
      if (!found) return
      bytes = found.rest
      readLine(found.text)
    }
  }
}

/** What of an answer is waited for. */
interface Watch {
  head(status: number): void
  /** The last byte of its body came. */
  end(): void
}

const HEAD_END = Buffer.from('\r\n\r\n')
const LINE_END = Buffer.from('\r\n')
const NOTHING: Buffer = Buffer.alloc(0)

/** Reads the answers of one connection, one after the other, and keeps nothing of them but a piece of a head. */
export function answerReader(watch: Watch): (chunk: Buffer) => void {
  let piece = NOTHING
  let bodyLeft = 0
  let part: 'head' | 'body' | 'chunk size' | 'chunk' | 'last line' = 'head'

  /** The bytes up to `mark`, once they are all there; `rest` is what follows. */
  function until(mark: Buffer, bytes: Buffer): { text: string; rest: Buffer } | undefined {
    const all = piece.length === 0 ? bytes : Buffer.concat([piece, bytes])
    const at = all.indexOf(mark)
    piece = at < 0 ? all : NOTHING
    return at < 0 ? undefined : { text: all.toString('latin1', 0, at), rest: all.subarray(at + mark.length) }
  }

  function readHead(head: string): void {
    const status = Number(head.slice(9, 12))
    if (status < 200) return
    watch.head(status)
    bodyLeft = Number(/\r\ncontent-length: *(\d+)/i.exec(head)?.[1] ?? 0)
    part = /\r\ntransfer-encoding: *chunked/i.test(head) ? 'chunk size' : bodyLeft > 0 ? 'body' : 'head'
    if (part === 'head') watch.end()
  }

  function readSize(line: string): void {
    const size = Number.parseInt(line, 16)
    bodyLeft = size + LINE_END.length
    part = size > 0 ? 'chunk' : 'last line'
  }

  function endAnswer(): void {
    part = 'head'
    watch.end()
  }

  function passBody(bytes: Buffer): Buffer {
    const passed = Math.min(bodyLeft, bytes.length)
    bodyLeft -= passed
    if (bodyLeft === 0 && part === 'body') endAnswer()
    else if (bodyLeft === 0) part = 'chunk size'
    return bytes.subarray(passed)
  }

  function readLines(bytes: Buffer): Buffer {
    const found = until(part === 'head' ? HEAD_END : LINE_END, bytes)
    if (!found) return NOTHING
    if (part === 'head') readHead(found.text)
    else if (part === 'chunk size') readSize(found.text)
    else endAnswer()
    return found.rest
  }

  return chunk => {
    let bytes = chunk
    while (bytes.length > 0) bytes = part === 'body' || part === 'chunk' ? passBody(bytes) : readLines(bytes)
  }
}

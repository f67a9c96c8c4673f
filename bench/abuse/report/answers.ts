/** Callbacks for the parts of a response. */
interface Watch {
  head(status: number): void
  /** Called at the last byte of the body. */
  end(): void
}

const HEAD_END = Buffer.from('\r\n\r\n')
const LINE_END = Buffer.from('\r\n')
const NOTHING: Buffer = Buffer.alloc(0)

/** Parses the responses of one connection, storing no more than an incomplete head or line. */
export class AnswerReader {
  readonly #watch: Watch
  #part: 'head' | 'body' | 'chunk size' | 'chunk' | 'last line' = 'head'
  /** The incomplete head or line. */
  #piece = NOTHING
  #bodyLeft = 0

  constructor(watch: Watch) {
    this.#watch = watch
  }

  take(chunk: Buffer): void {
    let bytes = chunk
    while (bytes.length > 0) {
      bytes = this.#part === 'body' || this.#part === 'chunk' ? this.#passBody(bytes) : this.#readLines(bytes)
    }
  }

  #passBody(bytes: Buffer): Buffer {
    const passed = Math.min(this.#bodyLeft, bytes.length)
    this.#bodyLeft -= passed
    if (this.#bodyLeft === 0 && this.#part === 'body') this.#end()
    else if (this.#bodyLeft === 0) this.#part = 'chunk size'
    return bytes.subarray(passed)
  }

  #readLines(bytes: Buffer): Buffer {
    const all = this.#piece.length === 0 ? bytes : Buffer.concat([this.#piece, bytes])
    const mark = this.#part === 'head' ? HEAD_END : LINE_END
    const at = all.indexOf(mark)
    this.#piece = at < 0 ? all : NOTHING
    if (at < 0) return NOTHING
    const text = all.toString('latin1', 0, at)
    if (this.#part === 'head') this.#readHead(text)
    else if (this.#part === 'chunk size') this.#readSize(text)
    else this.#end()
    return all.subarray(at + mark.length)
  }

  #readHead(head: string): void {
    const status = Number(head.slice(9, 12))
    if (status < 200) return
    this.#watch.head(status)
    this.#bodyLeft = Number(/\r\ncontent-length: *(\d+)/i.exec(head)?.[1] ?? 0)
    if (/\r\ntransfer-encoding: *chunked/i.test(head)) this.#part = 'chunk size'
    else if (this.#bodyLeft > 0) this.#part = 'body'
    else this.#end()
  }

  #readSize(line: string): void {
    const size = Number.parseInt(line, 16)
    this.#bodyLeft = size + LINE_END.length
    this.#part = size > 0 ? 'chunk' : 'last line'
  }

  #end(): void {
    this.#part = 'head'
    this.#watch.end()
  }
}

export interface SentEvent {
  id?: string
  data: string
  /** In ms. */
  retry?: number
}

/** Splits pieces of text into lines; an incomplete last line is dropped. */
export async function* linesOf(pieces: AsyncIterable<string | Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder()
  let rest = ''
  for await (const piece of pieces) {
    const lines = (rest + (typeof piece === 'string' ? piece : decoder.decode(piece, { stream: true }))).split('\n')
    rest = lines.pop() ?? ''
    yield* lines
  }
}

/** Parses server-sent events, including those without data; an incomplete one is dropped. */
export async function* eventsOf(pieces: AsyncIterable<Uint8Array>): AsyncGenerator<SentEvent> {
  let event: SentEvent = { data: '' }
  let data: string[] = []
  for await (const line of linesOf(pieces)) {
    const text = line.replace(/\r$/, '')
    if (text === '') {
      yield { ...event, data: data.join('\n') }
      event = { data: '' }
      data = []
      continue
    }
    const [, field = '', value = ''] = /^([^:]*)(?:: ?(.*))?$/s.exec(text) ?? []
    if (field === 'data') data.push(value)
    else if (field === 'id') event.id = value
    else if (field === 'retry' && /^\d+$/.test(value)) event.retry = Number(value)
  }
}

export interface ServerSent {
  readonly id: string | undefined
  readonly event: string
  readonly data: string
}

/** A server sends a comment every 15 seconds: a connection that is silent for this long is dead. */
const DEAD_AFTER_MS = 45_000

/** The events of a body until it ends; throws if it breaks off or is silent for too long. */
export async function* serverSent(body: ReadableStream<Uint8Array>): AsyncGenerator<ServerSent, void, undefined> {
  const reader = body.getReader()
  const decoder = new TextDecoder()
  let text = ''
  try {
    for (;;) {
      const { done, value } = await inTime(reader.read())
      if (done) return
      text += decoder.decode(value, { stream: true })
      const blocks = text.split('\n\n')
      text = blocks.pop() ?? ''
      for (const block of blocks) {
        const sent = readBlock(block)
        if (sent.data !== '') yield sent
      }
    }
  } finally {
    await reader.cancel().catch(() => {})
  }
}

async function inTime<Read>(reading: Promise<Read>): Promise<Read> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const silence = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('the stream sent no data for too long')), DEAD_AFTER_MS)
  })
  return await Promise.race([reading, silence]).finally(() => clearTimeout(timer))
}

function readBlock(block: string): ServerSent {
  const lines = block.split('\n')
  const valuesOf = (field: string) =>
    lines.filter(line => line.startsWith(`${field}:`)).map(line => line.slice(field.length + 1).replace(/^ /, ''))
  return { id: valuesOf('id').at(-1), event: valuesOf('event').at(-1) ?? 'message', data: valuesOf('data').join('\n') }
}

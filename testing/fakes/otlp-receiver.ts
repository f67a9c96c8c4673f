import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface ReceivedSpan {
  trace: string
  id: string
  parent: string
  name: string
  kind: number
  attributes: Record<string, string | number>
  service: string
}

type Field = number | bigint | Buffer

/** The fields of a Protocol Buffers message, by number. */
function fieldsOf(bytes: Buffer): Map<number, Field[]> {
  const fields = new Map<number, Field[]>()
  let at = 0
  const varint = () => {
    let value = 0n
    for (let shift = 0n; ; shift += 7n) {
      const byte = bytes[at++]!
      value |= BigInt(byte & 0x7f) << shift
      if (byte < 0x80) return value
    }
  }
  const value = (wire: number): Field => {
    if (wire === 0) return varint()
    const length = wire === 1 ? 8 : wire === 5 ? 4 : Number(varint())
    at += length
    return bytes.subarray(at - length, at)
  }
  while (at < bytes.length) {
    const tag = Number(varint())
    const found = value(tag & 7)
    fields.set(tag >> 3, [...(fields.get(tag >> 3) ?? []), found])
  }
  return fields
}

const parts = (bytes: Buffer, number: number) => (fieldsOf(bytes).get(number) ?? []) as Buffer[]

const attributesOf = (pairs: readonly Buffer[]): Record<string, string | number> =>
  Object.fromEntries(
    pairs.map(pair => {
      const [value] = parts(pair, 2)
      const fields = fieldsOf(value!)
      const text = fields.get(1)?.[0]
      return [String(parts(pair, 1)[0]), text === undefined ? Number(fields.get(3)?.[0]) : String(text)]
    }),
  )

/** The spans of an ExportTraceServiceRequest (opentelemetry-proto, trace/v1). */
function spansIn(body: Buffer): ReceivedSpan[] {
  return parts(body, 1).flatMap(resourceSpans => {
    const resource = attributesOf(parts(resourceSpans, 1).flatMap(part => parts(part, 1)))
    return parts(resourceSpans, 2).flatMap(scopeSpans =>
      parts(scopeSpans, 2).map(span => {
        const hex = (number: number) => parts(span, number)[0]?.toString('hex') ?? ''
        return {
          trace: hex(1),
          id: hex(2),
          parent: hex(4),
          name: String(parts(span, 5)[0]),
          kind: Number(fieldsOf(span).get(6)?.[0] ?? 0),
          attributes: attributesOf(parts(span, 9)),
          service: String(resource['service.name']),
        }
      }),
    )
  })
}

/** Receives traces as an OpenTelemetry collector does. */
export async function openOtlpReceiver() {
  const spans: ReceivedSpan[] = []
  const bodies: Buffer[] = []
  const requests: { path: string; headers: IncomingHttpHeaders }[] = []
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    const body = Buffer.concat(chunks)
    bodies.push(body)
    requests.push({ path: request.url ?? '', headers: request.headers })
    spans.push(...spansIn(body))
    response.writeHead(200, { 'Content-Type': 'application/x-protobuf' }).end()
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    spans,
    bodies,
    requests,
    close: () => void server.close(),
  }
}

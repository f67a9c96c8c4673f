// Bare node:http: a message is one INSERT with a NOTIFY, and is sent to the recipient's SSE stream.
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { v7 } from 'uuid'
import { connect, type Database } from '../product.ts'

const { database } = JSON.parse(process.argv[2] ?? '{}') as { database?: Database }
const sql = database && connect(database, 8)
const streams = new Map<string, ServerResponse>()

async function write(body: string): Promise<string> {
  const { to, text } = JSON.parse(body) as Record<'to' | 'text', string>
  const id = v7()
  await sql!`
    with written as (
      insert into bench_event (id, recipient, body, created_at)
      values (${id}, ${to}, ${text}, ${new Date().toISOString()}) returning id)
    select pg_notify('bench_event', ${JSON.stringify({ id, to, text })}) from written`
  return JSON.stringify({ id })
}

if (sql) {
  await sql`drop table if exists bench_event`
  await sql`
    create table bench_event (id uuid primary key, recipient text not null, body text not null,
      created_at timestamptz not null)`
  await sql.listen('bench_event', payload => {
    const { id, to } = JSON.parse(payload) as Record<'id' | 'to', string>
    streams.get(to)?.write(`id: ${id}\nevent: message\ndata: ${payload}\n\n`)
  })
}
const server = createServer((request, response) => {
  if (request.method === 'GET') {
    streams.set(request.url!.slice(1), response)
    response.writeHead(200, { 'Content-Type': 'text/event-stream' })
    response.flushHeaders()
    return
  }
  const chunks: Buffer[] = []
  request.on('data', chunk => chunks.push(chunk))
  request.on('end', async () => {
    const text = await write(Buffer.concat(chunks).toString())
    response.writeHead(200, { 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(text) })
    response.end(text)
  })
})
server.listen(0, '127.0.0.1', () => process.send?.((server.address() as AddressInfo).port))
process.on('disconnect', () => process.exit())

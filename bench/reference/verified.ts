// Bare node:http: parses a signed envelope, verifies it on the thread pool, and optionally stores it by one durable INSERT.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { v7 } from 'uuid'
import { type KeyTexts, publicKeys } from '../keys.ts'
import { connect, type Database } from '../product.ts'
import { prove } from './proof.ts'

const { keys: texts, database } = JSON.parse(process.argv[2]!) as { keys: KeyTexts; database?: Database }
const keys = publicKeys(texts)
const sql = database && connect(database, 8)

async function answer(body: string): Promise<{ status: number; text: string }> {
  const signed = await prove(body, keys)
  if (!signed) return { status: 401, text: '{}' }
  const id = v7()
  const { agent_id, payload } = signed
  const created_at = new Date().toISOString()
  if (sql) {
    await sql`
      insert into bench_post (id, agent_id, content, created_at)
      values (${id}, ${agent_id}, ${payload.content!}, ${created_at})`
  }
  return { status: 200, text: JSON.stringify({ id, agent_id, content: payload.content, created_at }) }
}

if (sql) {
  await sql`
    create table if not exists bench_post (id uuid primary key, agent_id uuid not null, content text not null,
      created_at timestamptz not null)`
}
const server = createServer((request, response) => {
  const chunks: Buffer[] = []
  request.on('data', chunk => chunks.push(chunk))
  request.on('end', async () => {
    const { status, text } = await answer(Buffer.concat(chunks).toString())
    response.writeHead(status, { 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(text) })
    response.end(text)
  })
})
server.listen(0, '127.0.0.1', () => process.send?.((server.address() as AddressInfo).port))
process.on('disconnect', () => process.exit())

// Bare node:http: verifies a signed GET on the thread pool, and reads the reader's page from a materialised table.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type KeyTexts, publicKeys } from '../keys.ts'
import { connect, type Database } from '../product.ts'
import { prove } from './proof.ts'

const { keys: texts, database } = JSON.parse(process.argv[2]!) as { keys: KeyTexts; database: Database }
const keys = publicKeys(texts)
const sql = connect(database, 8)

async function answer(envelope: string): Promise<{ status: number; text: string }> {
  const signed = await prove(envelope, keys)
  if (!signed) return { status: 401, text: '{}' }
  const posts = await sql`
    select id, agent_id, handle, name, content, hashtags, created_at from bench_timeline
    where reader_id = ${signed.agent_id} order by id desc limit 20`
  return { status: 200, text: JSON.stringify({ posts }) }
}

const server = createServer(async (request, response) => {
  const { status, text } = await answer(String(request.headers['x-aui-signature']))
  response.writeHead(status, { 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(text) })
  response.end(text)
})
server.listen(0, '127.0.0.1', () => process.send?.((server.address() as AddressInfo).port))
process.on('disconnect', () => process.exit())

import { createPublicKey, generateKeyPairSync } from 'node:crypto'
import { agentId, HANDLE, type KeyTexts, privateKeys } from './keys.ts'
import { connect, type Database, type Product } from './product.ts'

/** The handle of the agent whose row is copied. */
export const PATTERN = 'bench-pattern'

/** Creates agents `from` to `to` as copies of one that enrolls over HTTP. */
export async function seedAgents(product: Product, keys: KeyTexts, from: number, to: number): Promise<void> {
  if (from === 0) await enrollPattern(product.baseUrl)
  await copyPattern(product.database, keys, from, to)
}

/**
 * Inserts the agents into the database, since that many RSA keys would take hours. Each is a copy of the pattern except
 * for its id, handle and key. They share a few key pairs; only `identity`, which must be unique, is each agent's own.
 */
export async function copyPattern(database: Database, keys: KeyTexts, from: number, to: number): Promise<void> {
  const sql = connect(database)
  const pairs = privateKeys(keys).map(key => createPublicKey(key))
  const pems = pairs.map(key => key.export({ format: 'pem', type: 'spki' }).toString())
  const ders = pairs.map(key => `\\x${key.export({ format: 'der', type: 'pkcs1' }).toString('hex')}`)
  await sql`
    create temporary table numbered as
    select n, (${agentId(0).slice(0, -12)} || lpad(to_hex(n), 12, '0'))::uuid as id
    from generate_series(${from}::bigint, ${to - 1}::bigint) as n`
  await sql`
    insert into agent select new.* from agent a cross join numbered
    cross join lateral jsonb_populate_record(a, jsonb_build_object('id', numbered.id, 'handle', ${HANDLE} || n)) as new
    where a.handle = ${PATTERN}`
  await sql`
    insert into agent_status select new.* from agent a join agent_status s on s.agent_id = a.id cross join numbered
    cross join lateral jsonb_populate_record(s, jsonb_build_object('agent_id', numbered.id)) as new
    where a.handle = ${PATTERN}`
  await sql`
    insert into agent_key select new.* from agent a join agent_key k on k.agent_id = a.id cross join numbered
    cross join lateral jsonb_populate_record(k, jsonb_build_object('agent_id', numbered.id,
      'identity', sha256(numbered.id::text::bytea), 'pem', (${pems}::text[])[n % ${pems.length}::int + 1],
      'pkcs1', (${ders}::text[])[n % ${ders.length}::int + 1])) as new
    where a.handle = ${PATTERN}`
  await sql.end()
  await analyze(database)
}

async function enrollPattern(baseUrl: string): Promise<void> {
  const { publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const public_key_pem = publicKey.export({ format: 'pem', type: 'spki' }).toString()
  const body = JSON.stringify({ handle: PATTERN, name: 'Bench', interests: ['benches', 'load'], public_key_pem })
  const headers = { 'Content-Type': 'application/json' }
  const answer = await fetch(`${baseUrl}/api/v1/aui/agents/enroll`, { method: 'POST', headers, body })
  const text = await answer.text()
  if (!answer.ok) throw new Error(`no enrollment: ${answer.status} ${text}`)
}

/** Statistics of empty tables would give other plans than those of a server that has run for a minute. */
export async function analyze(database: Database): Promise<void> {
  const sql = connect(database)
  await sql`analyze`
  await sql.end()
}

export async function describePostgres(database: Database): Promise<string> {
  const sql = connect(database)
  const [row] = await sql`show server_version`
  await sql.end()
  return `PostgreSQL ${row?.server_version}`
}

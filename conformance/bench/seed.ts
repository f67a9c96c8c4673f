import { createPublicKey } from 'node:crypto'
import { agentId, type KeyTexts, privateKeys } from './keys.ts'
import { connect, type Database } from './product.ts'

/**
 * Agents `from` to `to`, written into the database directly: that many RSA keys would take hours. They share a few key
 * pairs; only `identity`, which is what must be unique, is each agent's own.
 */
export async function seedAgents(database: Database, keys: KeyTexts, from: number, to: number): Promise<void> {
  const sql = connect(database)
  const pairs = privateKeys(keys).map(key => createPublicKey(key))
  const pems = pairs.map(key => key.export({ format: 'pem', type: 'spki' }).toString())
  const ders = pairs.map(key => key.export({ format: 'der', type: 'pkcs1' }).toString('hex'))
  const prefix = agentId(0).slice(0, -12)
  await sql`
    with numbered as (
      select n, (${prefix} || lpad(to_hex(n), 12, '0'))::uuid as id, now() as at
      from generate_series(${from}::bigint, ${to - 1}::bigint) as n
    ), enrolled as (
      insert into agent (id, handle, name, interests, visibility, visibility_config, agency_tier, challenges_passed,
        created_at, updated_at)
      select id, 'bench-' || n, 'Bench ' || n, '{benches,load}', 'public', '{}', 1, 0, at, at from numbered
    ), standing as (
      insert into agent_standing (agent_id, key_version, status) select id, 1, 1 from numbered
    )
    insert into agent_key (agent_id, version, identity, fingerprint, pem, pkcs1, created_at)
    select id, 1, sha256(id::text::bytea), encode(sha256(id::text::bytea), 'hex'),
      (${pems}::text[])[n % ${pems.length}::int + 1], decode((${ders}::text[])[n % ${ders.length}::int + 1], 'hex'), at
    from numbered`
  await sql.end()
  await analyze(database)
}

/** Plans made on empty tables are not what a server that has run for a minute works with. */
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

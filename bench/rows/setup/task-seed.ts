import { createHash, randomUUID } from 'node:crypto'
import { agentId } from '../../keys.ts'
import { connect, type Database } from '../../product.ts'

const CONTRACT = {
  ...{ capability_schema: null, output_schema: null, input_modes: ['text/plain'], output_modes: ['text/plain'] },
  ...{ sla_tier: 'sync', max_duration_seconds: 600, skill_id: 'run', protocol: 'a2a/1.0' },
}

/** Inserts an offer of the first agent with an endpoint verified for a day; `limit` is an agent's allowance. */
export async function insertOffer(database: Database, host: string, limit: number | null = null): Promise<string> {
  const sql = connect(database)
  const [service, offer, owner] = [randomUUID(), randomUUID(), agentId(0)]
  const contract = JSON.stringify(CONTRACT)
  const hash = `sha256:${createHash('sha256').update(contract).digest('hex')}`
  await sql.begin(async tx => {
    await tx`insert into service (id, owner_agent_id, handle, name, description, category, status, invocation_mode, sla_tier,
        pricing_model, limit_per_cycle, cycle, offer_revision_id, created_at, updated_at)
      values (${service}, ${owner}, ${service.slice(0, 8)}, 'Bench', '', 'general', 'active', 'aui_task', 'sync', 'free',
        ${limit}, 'total', ${offer}, now(), now())`
    await tx`insert into service_endpoint_revision (service_id, binding_revision, card_url, skill_id, status, is_authorized,
        key_version, key_fingerprint, interface_url, card, card_sha256, evidence, bound_at)
      values (${service}, 1, ${`https://${host}/card`}, 'run', 'verified', true, 1, '', ${`https://${host}/a2a`}, '{}', '',
        '{"checks": []}', now())`
    await tx`insert into service_endpoint (service_id, attempt_revision, verified_revision, evidence, evidence_valid_until,
        verified_at)
      values (${service}, 1, 1, '{"checks": []}', now() + interval '1 day', now())`
    await tx`insert into offer_revision (id, service_id, revision, binding_revision, handle, name, description, visibility,
        pricing_model, limit_per_cycle, cycle, contract, contract_hash, claims, tags, input_modes, output_modes, search_words,
        created_at)
      values (${offer}, ${service}, 1, 1, 'bench', 'Bench', '', 'public', 'free', ${limit}, 'total', ${contract}, ${hash}, '{}',
        '{}', '{}', '{}', '', now())`
  })
  await sql.end()
  return offer
}

/** Inserts tasks in progress at their provider, each polled every 15 seconds. */
export async function insertOpenTasks(database: Database, offer: string, count: number): Promise<void> {
  const sql = connect(database)
  await sql`
    insert into service_task (id, consumer_id, provider_id, service_id, offer_revision_id, entitlement_id, allowance_id,
      window_start, state, dispatch, host, message, data, request_sha256, provider_task_id, created_at, updated_at, started_at,
      deadline_at, history, due_at, poll_ms)
    select gen_random_uuid(), t.consumer_id, t.provider_id, t.service_id, t.offer_revision_id, t.entitlement_id, t.allowance_id,
      t.window_start, 'working', 'sent', t.host, t.message, t.data, t.request_sha256, 'open-' || n, now(), now(), now(),
      now() + interval '1 day', '[]', now() + n * interval '15 seconds' / ${count}::int, 15000
    from (select * from service_task where offer_revision_id = ${offer} limit 1) t, generate_series(1, ${count}::int) n`
  await sql`vacuum analyze service_task`
  await sql.end()
}

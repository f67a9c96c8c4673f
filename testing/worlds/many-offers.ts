import { SQL } from 'sql-template-strings'
import type { Queryable } from '../../storage/db/db.ts'

/** Offers that have the rare word, however many there are. */
const RARE = 100

const id = (kind: number) => SQL`('00000000-0000-7000-9000-'`.append(`|| '${kind}' || lpad(n::text, 11, '0'))::uuid`)

/**
 * Services with numbers, each of an agent of its own, active and checked by now. Offers of all have the word `common`, of a
 * third `third`, of a hundred `rare`.
 */
export async function insertOffers(db: Queryable, { from, to, now }: { from: number; to: number; now: Date }) {
  await db.many(
    SQL`
  with n as materialized (select n from generate_series(${from}::int, ${to}::int) n), agents as (
    insert into agent (id, handle, name, interests, search_words, visibility, visibility_config, challenges_passed,
      created_at, updated_at)
    select `
      .append(id(1))
      .append(SQL`, 'agent-' || n, 'Agent', '{}', '', 'public', '{}', 0, ${now}, ${now} from n
  ), standing as (
    insert into agent_standing (agent_id, key_version, status, agency_tier) select `)
      .append(id(1))
      .append(SQL`, 1, 1, 1 from n
  ), services as (
    insert into service (id, owner_agent_id, handle, name, description, visibility, status, invocation_mode, sla_tier,
      pricing_model, cycle, offer_revision_id, created_at, updated_at)
    select `)
      .append(id(2))
      .append(', ')
      .append(id(1))
      .append(SQL`, 'service', 'Service', '', 'public', 'active', 'aui_task', 'sync', 'free', 'total', `)
      .append(id(3))
      .append(SQL`, ${now}, ${now} from n
  ), bindings as (
    insert into service_endpoint_revision (service_id, binding_revision, card_url, skill_id, status, is_authorized,
      key_version, key_fingerprint, evidence, bound_at)
    select `)
      .append(id(2))
      .append(SQL`, 1, '', '', 'verified', true, 1, '', '{}', ${now} from n
  ), endpoints as (
    insert into service_endpoint (service_id, attempt_revision, verified_revision, evidence, evidence_valid_until,
      verified_at)
    select `)
      .append(id(2))
      .append(SQL`, 1, 1, '{}', ${now}::timestamptz + interval '4 minutes', ${now} from n
  )
  insert into offer_revision (id, service_id, revision, binding_revision, handle, name, description, visibility,
    pricing_model, cycle, contract, contract_hash, claims, tags, input_modes, output_modes, search_words, merit,
    created_at)
  select `)
      .append(id(3))
      .append(', ')
      .append(id(2))
      .append(SQL`, 1, 1, 'service', 'Service', '', 'public', 'free', 'total', '{}', '', '{}', '{}', '{}', '{}',
    to_tsvector('simple', 'common ' || case when n % 3 = 0 then 'third ' else '' end
      || case when n <= ${RARE} then 'rare' else '' end) || array_to_tsvector(array['<b' || n % 64]),
    (n * 7919 % 1000) / 2000.0, ${now} from n`),
  )
}

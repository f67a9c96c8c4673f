import { SQL } from 'sql-template-strings'
import type { BatchStatement } from '../db/batch.ts'
import type { Queryable } from '../db/db.ts'

/** A successful authentication from an address; both are 16 bytes as UUID text. */
export interface ProvenClaim {
  address: string
  claim: string
  expires_at: string
}

export const recordProvenClaims: BatchStatement<ProvenClaim, void> = {
  name: 'record_proven_claims',
  max: 256,
  isWrite: true,
  async run(db, claims) {
    await db.many(SQL`
      insert into proven_claim as p (address, claim, expires_at)
      select address, claim, max(expires_at)
      from unnest(${claims.map(({ address }) => address)}::uuid[], ${claims.map(({ claim }) => claim)}::uuid[],
        ${claims.map(({ expires_at }) => expires_at)}::timestamptz[]) as c (address, claim, expires_at)
      group by address, claim order by address, claim
      on conflict (address, claim) do update set expires_at = greatest(p.expires_at, excluded.expires_at)`)
    return claims.map(() => undefined)
  },
}

/** Of one address, newest first. */
const MAX_CLAIMS = 2_000

export async function findProvenClaims(db: Queryable, address: string, now: Date): Promise<string[]> {
  const rows = await db.many<{ claim: string }>(SQL`
    select claim from proven_claim where address = ${address} and expires_at > ${now}
    order by expires_at desc limit ${MAX_CLAIMS}`)
  return rows.map(({ claim }) => claim)
}

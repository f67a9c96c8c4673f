import { z } from 'zod'
import type { Queryable } from '../../storage/db/db.ts'
import { findAccount } from '../../storage/entitlements/entitlement-rows.ts'
import { type Beneficiaries, ENTITLEMENT_SCOPES, type EntitlementScope } from '../../storage/entitlements/rights.ts'
import { faulty } from '../core/problems/input-faults.ts'
import { Problem } from '../core/problems/problem.ts'
import { uuid } from '../core/schemas.ts'

const AGENTS = 100

/** The inputs for the scope of an entitlement. */
export const beneficiaryInputs = {
  scope: z
    .enum(ENTITLEMENT_SCOPES)
    .default('agent_bound')
    .describe('for yourself, all agents of your owner, or some of them'),
  restricted_agent_ids: z.array(uuid).max(AGENTS).optional().describe('with account_restricted'),
}

/** Parses the scope; rejects agents without a matching scope, and the scope without agents. */
export function readBeneficiary(given: {
  scope: EntitlementScope
  restricted_agent_ids?: readonly string[] | undefined
}): Beneficiaries {
  const { scope, restricted_agent_ids = [] } = given
  const isRestricted = scope === 'account_restricted'
  if (isRestricted && restricted_agent_ids.length === 0)
    throw faulty('restricted_agent_ids', 'must contain at least one agent')
  if (!isRestricted && restricted_agent_ids.length > 0)
    throw faulty('restricted_agent_ids', 'is allowed only with scope account_restricted')
  return { scope, restricted_agent_ids: [...new Set(restricted_agent_ids)].sort() }
}

/** The agent, or its owner for account scopes; all agents must belong to the owner. */
export async function requireBeneficiary(
  db: Queryable,
  agentId: string,
  { scope, restricted_agent_ids }: Beneficiaries,
): Promise<string> {
  if (scope === 'agent_bound') return agentId
  const { owner_id, unknown } = await findAccount(db, agentId, restricted_agent_ids)
  if (owner_id === null) throw new Problem('owner-required', 'You have no owner, and so no account to share it with.')
  if (unknown.length > 0) throw faulty('restricted_agent_ids', 'must contain only agents of your owner')
  return owner_id
}

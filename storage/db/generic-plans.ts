import type { Queryable } from './db.ts'

/**
 * For the rest of a transaction whose statements look up few rows through indexes: each is planned once per connection.
 */
export const useGenericPlans = (tx: Queryable): Promise<void> =>
  tx.script('set local plan_cache_mode = force_generic_plan; set local enable_seqscan = off')

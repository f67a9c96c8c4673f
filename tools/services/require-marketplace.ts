import { Problem } from '../core/problems/problem.ts'
import type { Settings } from '../core/setting-values.ts'

/** The `closed` check of tools that start something new. */
export const withoutMarketplace = (settings: Settings): Problem | undefined =>
  settings['agent_services.marketplace_enabled']
    ? undefined
    : new Problem('marketplace-disabled', 'The marketplace is currently disabled.')

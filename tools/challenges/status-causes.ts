/** Causes of a tier change. */
export const CAUSES = [
  'liveness_nonce_passed',
  'agency_upgrade_passed',
  'autonomy_passed',
  'autonomy_lapsed',
  'nothing_passed_for_long',
] as const

export type Cause = (typeof CAUSES)[number]

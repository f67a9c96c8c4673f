import type { FeatureCoverage } from '../feature-coverage.ts'

export const openid: FeatureCoverage = {
  readInputs: { create_id_token: () => [{ audience: 'https://games.example' }] },
}

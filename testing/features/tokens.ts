import type { FeatureCoverage } from '../feature-coverage.ts'
import { insertTestToken } from '../fixtures/insert-token.ts'

export const tokens: FeatureCoverage = {
  open: { exchange_token: 'tokens', revoke_token: undefined },
  async seedRows(world, agent) {
    await insertTestToken(world, agent, world.runtime.newId())
  },
}

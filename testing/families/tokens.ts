import type { Family } from '../family.ts'
import { giveToken } from '../worlds/given-token.ts'

export const tokens: Family = {
  open: { exchange_token: 'tokens', revoke_token: undefined },
  async settle(world, agent) {
    await giveToken(world, agent, world.runtime.newId())
  },
}

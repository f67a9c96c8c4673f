import { SQL } from 'sql-template-strings'
import { acquireServiceEntitlement } from '../../tools/entitlements/acquire-service-entitlement.ts'
import { each, type Family, paged } from '../family.ts'
import { offerService } from '../worlds/market.ts'

export const entitlements: Family = {
  asked: {
    list_service_entitlements: ({ seen }) => paged([{}, { live: true }, ...each('service_id', seen.posts)]),
    get_service_entitlement: ({ seen }) => each('entitlement_id', seen.posts),
  },
  tried: ({ own }) => ({
    acquire_service_entitlement: [[{ offer_revision_id: own }, 'not-found']],
    revoke_service_entitlement: [[{ entitlement_id: own }, 'not-found']],
  }),
  writtenWhileRestricted: ['revoke_service_entitlement'],
  async settle(world, agent) {
    const { offer_revision_id } = await offerService(world, agent)
    await world.call(acquireServiceEntitlement, agent, { offer_revision_id })
    const other = await world.agent(`${agent.handle}-shares`)
    const shared = await world.call(acquireServiceEntitlement, other, {
      offer_revision_id: (await offerService(world, other)).offer_revision_id,
    })
    await world.db.many(SQL`
      update entitlement set scope = 'account_restricted', restricted_agent_ids = ${[agent.agent_id]}
      where id = ${shared.entitlement_id}`)
  },
  thin: ['list_service_entitlements'],
}

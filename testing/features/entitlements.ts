import { SQL } from 'sql-template-strings'
import { acquireServiceEntitlement } from '../../tools/entitlements/acquire-service-entitlement.ts'
import { each, type FeatureCoverage, paged } from '../feature-coverage.ts'
import { offerTestService } from '../fixtures/test-market.ts'

export const entitlements: FeatureCoverage = {
  readInputs: {
    list_service_entitlements: ({ visible }) => paged([{}, { live: true }, ...each('service_id', visible.posts)]),
    get_service_entitlement: ({ visible }) => each('entitlement_id', visible.posts),
  },
  writeAttempts: ({ own }) => ({
    acquire_service_entitlement: [[{ offer_revision_id: own }, 'not-found']],
    revoke_service_entitlement: [[{ entitlement_id: own }, 'not-found']],
  }),
  writtenWhileRestricted: ['revoke_service_entitlement'],
  async seedRows(world, agent) {
    const { offer_revision_id } = await offerTestService(world, agent)
    await world.call(acquireServiceEntitlement, agent, { offer_revision_id })
    const other = await world.agent(`${agent.handle}-shares`)
    const shared = await world.call(acquireServiceEntitlement, other, {
      offer_revision_id: (await offerTestService(world, other)).offer_revision_id,
    })
    await world.db.many(SQL`
      update entitlement set scope = 'account_restricted', restricted_agent_ids = ${[agent.agent_id]}
      where id = ${shared.entitlement_id}`)
  },
  sparseLists: ['list_service_entitlements'],
}

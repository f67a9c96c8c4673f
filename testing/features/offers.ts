import { each, type FeatureCoverage, paged } from '../feature-coverage.ts'
import { offerTestService } from '../fixtures/test-market.ts'
import { MARK } from '../leak-checks/twin-scene.ts'

export const offers: FeatureCoverage = {
  readInputs: {
    search_agent_services: () => paged([{}, ...each('q', [MARK, 'ocean']), ...each('provider', ['ghost', 'bob'])]),
    get_service_offer: ({ visible, offer }) => each('offer_revision_id', [...visible.posts, offer.offer_revision_id]),
  },
  async seedRows(world, agent) {
    await offerTestService(world, agent)
  },
  growing: {
    search_agent_services: 'the offers of an agent are looked at with its endpoints, as many as are in force',
  },
  // The service is of kind `dm`.
  visibleBefore: ['search_agent_services'],
  sparseLists: ['search_agent_services'],
}

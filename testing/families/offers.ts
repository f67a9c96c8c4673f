import { each, type Family, paged } from '../family.ts'
import { MARK } from '../traces/scene.ts'
import { offerService } from '../worlds/market.ts'

export const offers: Family = {
  asked: {
    search_agent_services: () => paged([{}, ...each('q', [MARK, 'ocean']), ...each('provider', ['ghost', 'bob'])]),
    get_service_offer: ({ seen }) => each('offer_revision_id', seen.posts),
  },
  async settle(world, agent) {
    await offerService(world, agent)
  },
  growing: {
    search_agent_services: 'the offers of an agent are looked at with its endpoints, as many as are in force',
  },
  thin: ['search_agent_services'],
}

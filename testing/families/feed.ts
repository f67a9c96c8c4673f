import { type Family, PAGES, paged, spaces } from '../family.ts'

export const feed: Family = {
  asked: {
    get_feed: () => [...PAGES, { lane: 'home' }, { lane: 'horizon' }],
    get_space_feed: () => paged(spaces).flatMap(input => [input, { ...input, sort: 'top' }]),
  },
  telling: ['get_feed'],
  tellingMembers: ['get_feed', 'get_space_feed'],
  // It goes by what is recent of all.
  measured: { get_feed: 'conformance/bench/explain.ts' },
}

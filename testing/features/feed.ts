import { type FeatureCoverage, PAGES, paged, spaceReferences } from '../feature-coverage.ts'

export const feed: FeatureCoverage = {
  readInputs: {
    get_feed: () => [...PAGES, { lane: 'home' }, { lane: 'horizon' }],
    get_space_feed: () => paged(spaceReferences).flatMap(input => [input, { ...input, sort: 'top' }]),
  },
  visibleBefore: ['get_feed'],
  visibleToMembers: ['get_feed', 'get_space_feed'],
  // Its cost depends on recent posts by all agents.
  measured: { get_feed: 'bench/explain.ts' },
}

import { defineLeavings } from '../leavings.ts'

export const graph = defineLeavings({
  refusals: {
    'self-follow': [422],
    'self-block': [422],
  },
  leaves: {
    name: 'follows',
    list: '/agents/me/following',
    member: 'agents',
    removal: ({ handle }) => ({ path: `/agents/${handle}/follow` }),
  },
})

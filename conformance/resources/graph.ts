import { defineResource } from '../resource.ts'

export const graph = defineResource({
  refusals: {
    'self-follow': [422],
    'self-block': [422],
  },
  deletable: {
    name: 'follows',
    list: '/agents/me/following',
    member: 'agents',
    removal: ({ handle }) => ({ path: `/agents/${handle}/follow` }),
  },
})

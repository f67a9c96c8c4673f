import { defineResource } from '../resource.ts'

export const posts = defineResource({
  refusals: {
    'reshare-own-post': [400],
    'reshare-private-agent': [400],
    'interaction-not-allowed': [403],
    'already-reshared': [409],
    'duplicate-post': [409, 'DUPLICATE_POST'],
    'content-type-invalid': [422],
  },
  deletable: {
    name: 'posts',
    list: '/posts/mine',
    member: 'posts',
    removal: ({ id }) => ({ path: `/posts/${id}` }),
    isFirst: true,
  },
})

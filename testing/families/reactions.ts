import { reactToPost } from '../../tools/reactions/react-to-post.ts'
import { type Family, paged, posts } from '../family.ts'

export const reactions: Family = {
  asked: { list_reactions: scene => paged(posts(scene)) },
  tried: ({ own, theirs }) => ({
    react_to_post: [[{ post_id: own }], [{ post_id: theirs }, 'private-agent-outbound-denied']],
    unreact_from_post: [[{ post_id: own }], [{ post_id: theirs }]],
  }),
  writtenWhileRestricted: ['unreact_from_post'],
  async haunt({ world, bob, hidden }) {
    await world.call(reactToPost, bob, { post_id: hidden.posts[0] })
  },
  tellingOutsiders: ['react_to_post'],
  async settle({ call }, agent, { friend, own, theirs }) {
    await call(reactToPost, agent, { post_id: theirs, reaction_type: 'like' })
    await call(reactToPost, friend, { post_id: own, reaction_type: 'like' })
  },
}

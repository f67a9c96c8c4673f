import { resharePost } from '../../tools/posts/reshare-post.ts'
import { type Family, lists, posts as ofPosts, PAGES, paged } from '../family.ts'

export const posts: Family = {
  asked: {
    get_post: ofPosts,
    list_agent_posts: lists,
    list_own_posts: () => PAGES,
    list_reshares: scene => paged(ofPosts(scene)),
  },
  tried: ({ unwanted, theirs }) => ({
    post_message: [[{ content: 'to myself, not to @stan #alone' }]],
    post_in_space: [[{ space_handle: 'den', content: 'to myself, not to @stan' }]],
    reshare_post: [[{ post_id: theirs }, 'private-agent-outbound-denied']],
    unreshare_post: [[{ post_id: theirs }]],
    delete_post: [[{ post_id: unwanted }], [{ post_id: theirs }, 'not-own-agent']],
  }),
  writtenWhileRestricted: ['delete_post', 'unreshare_post'],
  telling: ['get_post', 'list_agent_posts', 'list_reshares'],
  tellingMembers: ['get_post', 'list_agent_posts'],
  // The refusal of a private agent's post says what it is (HIDE-2).
  notTwinned: ['reshare_post'],
  async settle({ call }, agent, { friend, own, theirs }) {
    await call(resharePost, agent, { post_id: theirs })
    await call(resharePost, friend, { post_id: own })
  },
}

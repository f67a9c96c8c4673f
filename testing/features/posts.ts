import { resharePost } from '../../tools/posts/reshare-post.ts'
import { type FeatureCoverage, listInputs, postReferences as ofPosts, PAGES, paged } from '../feature-coverage.ts'

export const posts: FeatureCoverage = {
  readInputs: {
    get_post: ofPosts,
    list_agent_posts: listInputs,
    list_own_posts: () => PAGES,
    list_reshares: scene => paged(ofPosts(scene)),
  },
  writeAttempts: ({ unwanted, theirs }) => ({
    post_message: [[{ content: 'to myself, not to @stan #alone' }]],
    post_in_space: [[{ space_handle: 'den', content: 'to myself, not to @stan' }]],
    reshare_post: [[{ post_id: theirs }, 'private-agent-outbound-denied']],
    unreshare_post: [[{ post_id: theirs }]],
    delete_post: [[{ post_id: unwanted }], [{ post_id: theirs }, 'not-own-agent']],
  }),
  writtenWhileRestricted: ['delete_post', 'unreshare_post'],
  visibleBefore: ['get_post', 'list_agent_posts', 'list_reshares'],
  visibleToMembers: ['get_post', 'list_agent_posts'],
  // The refusal to reshare a private agent's post says that it is private (HIDE-2).
  skipTwinRun: ['reshare_post'],
  async seedRows({ call }, agent, { friend, own, theirs }) {
    await call(resharePost, agent, { post_id: theirs })
    await call(resharePost, friend, { post_id: own })
  },
}

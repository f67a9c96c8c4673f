import { reactToPost } from '../../tools/reactions/react-to-post.ts'
import { type FeatureCoverage, paged, postReferences } from '../feature-coverage.ts'

export const reactions: FeatureCoverage = {
  readInputs: { list_reactions: scene => paged(postReferences(scene)) },
  writeAttempts: ({ own, theirs }) => ({
    react_to_post: [[{ post_id: own }], [{ post_id: theirs }, 'private-agent-outbound-denied']],
    unreact_from_post: [[{ post_id: own }], [{ post_id: theirs }]],
  }),
  writtenWhileRestricted: ['unreact_from_post'],
  async writeHidden({ world, bob, hidden }) {
    await world.call(reactToPost, bob, { post_id: hidden.posts[0] })
  },
  revealsExistence: ['react_to_post'],
  async seedRows({ call }, agent, { friend, own, theirs }) {
    await call(reactToPost, agent, { post_id: theirs, reaction_type: 'like' })
    await call(reactToPost, friend, { post_id: own, reaction_type: 'like' })
  },
}

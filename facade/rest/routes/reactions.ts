import { listReactions } from '../../../tools/reactions/list-reactions.ts'
import { reactionPayload } from '../../../tools/reactions/react-as.ts'
import { reactToPost } from '../../../tools/reactions/react-to-post.ts'
import { unreactFromPost } from '../../../tools/reactions/unreact-from-post.ts'
import { route, routeGroup } from '../route.ts'

const KIND = { aliases: { reaction: 'reaction_type', kind: 'reaction_type' } } as const

export const reactions = routeGroup('4.5', 'Reactions to posts', [
  route('POST', '/social/react', reactToPost, { action: 'social.react', ...KIND, input: reactionPayload }),
  route('DELETE', '/social/react', unreactFromPost, { action: 'social.react.remove' }),
  route('GET', '/posts/:post_id/reactions', listReactions, { action: 'post.reactions.list' }),
])

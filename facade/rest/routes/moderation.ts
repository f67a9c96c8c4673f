import { contestRemoval } from '../../../tools/moderation/contests/contest-removal.ts'
import { reportContent } from '../../../tools/moderation/report-content.ts'
import { route, routeGroup } from '../route.ts'

export const moderation = routeGroup('4.7.3', 'Reports, and contests of removals', [
  route('POST', '/reports', reportContent, { action: 'moderation.report' }),
  route('POST', '/posts/:post_id/contest', contestRemoval, { action: 'moderation.post.contest', status: 201 }),
  route('POST', '/posts/:post_id/comments/:comment_id/contest', contestRemoval, {
    action: 'moderation.comment.contest',
    status: 201,
    never: ['post-not-removed'],
  }),
])

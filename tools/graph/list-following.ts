import { defineTool } from '../core/define-tool.ts'
import { followInput, followPage, listFollows } from './follow-page.ts'

export const listFollowing = defineTool({
  name: 'list_following',
  description: 'The agents that an agent follows, newest first.',
  scope: 'feed:read',
  effect: 'read',
  mayReadStandby: true,
  allowsAnonymous: true,
  input: followInput,
  output: followPage,
  problems: ['not-found', 'surface-private', 'invalid-cursor'],
  handler: (given, context) => listFollows('following', given, context),
})

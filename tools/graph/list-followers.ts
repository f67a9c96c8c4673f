import { defineTool } from '../core/define-tool.ts'
import { followInput, followPage, listFollows } from './follow-page.ts'

export const listFollowers = defineTool({
  name: 'list_followers',
  description: "An agent's followers, newest first.",
  scope: 'feed:read',
  effect: 'read',
  mayReadStandby: true,
  allowsAnonymous: true,
  input: followInput,
  output: followPage,
  problems: ['not-found', 'surface-private', 'invalid-cursor'],
  handler: (given, context) => listFollows('followers', given, context),
})

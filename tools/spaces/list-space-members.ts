import { defineTool } from '../core/define-tool.ts'
import { defineMemberList } from './member-list.ts'

export const listSpaceMembers = defineTool({
  name: 'list_space_members',
  ...defineMemberList,
})

import { defineTool } from '../core/define-tool.ts'
import { defineMemberList } from './member-list.ts'

export const getSpaceMembers = defineTool({
  name: 'get_space_members',
  ...defineMemberList,
})

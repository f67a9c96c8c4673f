import { defineTool } from '../kernel/define.ts'
import { rosterTool } from './roster.ts'

export const listSpaceMembers = defineTool({
  name: 'list_space_members',
  ...rosterTool,
})

import { defineTool } from '../kernel/define.ts'
import { rosterTool } from './roster.ts'

export const getSpaceMembers = defineTool({
  name: 'get_space_members',
  ...rosterTool,
})

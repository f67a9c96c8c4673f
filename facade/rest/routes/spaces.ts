import { getSpaceFeed } from '../../../tools/feed/get-space-feed.ts'
import { archiveSpace } from '../../../tools/spaces/archive-space.ts'
import { browseSpaces } from '../../../tools/spaces/browse-spaces.ts'
import { createSpace } from '../../../tools/spaces/create-space.ts'
import { getSpace } from '../../../tools/spaces/get-space.ts'
import { joinSpace } from '../../../tools/spaces/join-space.ts'
import { leaveSpace } from '../../../tools/spaces/leave-space.ts'
import { listSpaceMembers } from '../../../tools/spaces/list-space-members.ts'
import { listTrendingSpaces } from '../../../tools/spaces/list-trending-spaces.ts'
import { removeMember } from '../../../tools/spaces/remove-member.ts'
import { setMemberPermissions } from '../../../tools/spaces/set-member-permissions.ts'
import { updateSpace } from '../../../tools/spaces/update-space.ts'
import { route, routeGroup } from '../route.ts'

const NAMED = { identifier: 'space_handle' } as const

export const spaces = routeGroup('4.9', 'Spaces', [
  route('GET', '/spaces', browseSpaces, { action: 'spaces.list', rename: { q: 'query' } }),
  route('POST', '/spaces', createSpace, { action: 'spaces.create', status: 201 }),
  route('GET', '/spaces/trending', listTrendingSpaces, { action: 'spaces.trending' }),
  route('GET', '/spaces/:identifier', getSpace, { action: 'space.view', rename: NAMED }),
  route('PUT', '/spaces/:identifier', updateSpace, { action: 'space.update', rename: NAMED }),
  route('DELETE', '/spaces/:identifier', archiveSpace, { action: 'space.archive', rename: NAMED }),
  route('GET', '/spaces/:identifier/feed', getSpaceFeed, { action: 'space.feed', rename: NAMED }),
  route('GET', '/spaces/:identifier/members', listSpaceMembers, { action: 'space.members', rename: NAMED }),
  route('DELETE', '/spaces/:identifier/members/:member_id', removeMember, {
    action: 'space.member.remove',
    rename: NAMED,
  }),
  route('PUT', '/spaces/:identifier/members/:member_id/permissions', setMemberPermissions, {
    action: 'space.member.permissions',
    rename: NAMED,
  }),
  route('POST', '/spaces/:identifier/join', joinSpace, { action: 'space.join', rename: NAMED }),
  route('POST', '/spaces/:identifier/leave', leaveSpace, { action: 'space.leave', rename: NAMED }),
])

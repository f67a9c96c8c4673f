import { createSpace } from '../../../tools/spaces/create-space.ts'
import { getSpace } from '../../../tools/spaces/get-space.ts'
import { joinSpace } from '../../../tools/spaces/join-space.ts'
import { leaveSpace } from '../../../tools/spaces/leave-space.ts'
import { part, route } from '../route.ts'

const NAMED = { identifier: 'space_handle' } as const

export const spaces = part('4.9', 'Spaces', [
  route('POST', '/spaces', createSpace, { action: 'spaces.create', status: 201 }),
  route('GET', '/spaces/:identifier', getSpace, { action: 'space.view', rename: NAMED }),
  route('POST', '/spaces/:identifier/join', joinSpace, { action: 'space.join', rename: NAMED }),
  route('POST', '/spaces/:identifier/leave', leaveSpace, { action: 'space.leave', rename: NAMED }),
])

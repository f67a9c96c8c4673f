import { SPACE_SORTS } from '../../storage/spaces/sorts.ts'
import { postInSpace } from '../../tools/posts/post-in-space.ts'
import { createSpace } from '../../tools/spaces/create-space.ts'
import { each, type Family, spaces as ofSpaces, PAGES, paged } from '../family.ts'
import { MARK } from '../traces/scene.ts'

export const spaces: Family = {
  asked: {
    browse_spaces: () => [...PAGES, { joined: true }, { query: MARK }, { topic: MARK }, ...each('sort', SPACE_SORTS)],
    get_space: () => ofSpaces,
    get_space_members: () => paged(ofSpaces),
    list_space_members: () => paged(ofSpaces),
    list_trending_spaces: () => [{}],
  },
  tried: ({ own }) => ({
    create_space: [[{ handle: 'lair', name: 'Lair' }]],
    update_space: [[{ space_handle: 'den', name: 'Cave' }]],
    set_member_permissions: [[{ space_handle: 'den', member_id: own, can_post: false }, 'not-found']],
    remove_member: [[{ space_handle: 'den', member_id: own }, 'not-found']],
    archive_space: [[{ space_handle: 'den' }]],
    join_space: [[{ space_handle: 'plaza' }, 'private-agent-outbound-denied']],
    leave_space: [[{ space_handle: 'plaza' }]],
  }),
  tellingMembers: ['browse_spaces', 'get_space'],
  async settle({ call }, agent) {
    const space_handle = `room-of-${agent.handle}`
    await call(createSpace, agent, { handle: space_handle, name: 'Room' })
    await call(postInSpace, agent, { space_handle, content: 'in a room' })
  },
  named: async (_, { handle }) => ({ space_handle: `room-of-${handle}` }),
  thin: ['get_space_members', 'list_space_members', 'list_trending_spaces'],
}

import { SPACE_SORTS } from '../../storage/spaces/space-sorts.ts'
import { postInSpace } from '../../tools/posts/post-in-space.ts'
import { createSpace } from '../../tools/spaces/create-space.ts'
import { each, type FeatureCoverage, spaceReferences as ofSpaces, PAGES, paged } from '../feature-coverage.ts'
import { MARK } from '../leak-checks/twin-scene.ts'

export const spaces: FeatureCoverage = {
  readInputs: {
    browse_spaces: () => [...PAGES, { joined: true }, { query: MARK }, { topic: MARK }, ...each('sort', SPACE_SORTS)],
    get_space: () => ofSpaces,
    get_space_members: () => paged(ofSpaces),
    list_space_members: () => paged(ofSpaces),
    list_trending_spaces: () => [{}],
  },
  writeAttempts: ({ own }) => ({
    create_space: [[{ handle: 'lair', name: 'Lair' }]],
    update_space: [[{ space_handle: 'den', name: 'Cave' }]],
    set_member_permissions: [[{ space_handle: 'den', member_id: own, can_post: false }, 'not-found']],
    remove_member: [[{ space_handle: 'den', member_id: own }, 'not-found']],
    archive_space: [[{ space_handle: 'den' }]],
    join_space: [[{ space_handle: 'plaza' }, 'private-agent-outbound-denied']],
    leave_space: [[{ space_handle: 'plaza' }]],
  }),
  visibleToMembers: ['browse_spaces', 'get_space'],
  async seedRows({ call }, agent) {
    const space_handle = `room-of-${agent.handle}`
    await call(createSpace, agent, { handle: space_handle, name: 'Room' })
    await call(postInSpace, agent, { space_handle, content: 'in a room' })
  },
  named: async (_, { handle }) => ({ space_handle: `room-of-${handle}` }),
  sparseLists: ['get_space_members', 'list_space_members', 'list_trending_spaces'],
}

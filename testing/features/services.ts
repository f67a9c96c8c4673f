import { SQL } from 'sql-template-strings'
import { createService } from '../../tools/services/create-service.ts'
import { grantServiceAccess } from '../../tools/services/grant-service-access.ts'
import { transitionService } from '../../tools/services/transition-service.ts'
import { each, type FeatureCoverage, paged } from '../feature-coverage.ts'
import { MARK, newSceneId, type TwinScene } from '../leak-checks/twin-scene.ts'

const KINDS = ['public', 'gated'] as const

/** The hidden author's services, or as many random ids. */
const declared = ({ created }: TwinScene) =>
  each(
    'service_id',
    KINDS.map((_, index) => created.services?.[index] ?? newSceneId()),
  )

export const services: FeatureCoverage = {
  readInputs: {
    list_services: () => [{}, { limit: 1 }, { status: 'active' }],
    get_service: declared,
    list_service_grants: scene => paged(declared(scene)),
    list_agent_services: () => each('handle', ['bob', 'ghost']),
  },
  writeAttempts: ({ own }) => ({
    create_service: [[{ handle: 'helps', name: 'Helps' }]],
    update_service: [[{ service_id: own, name: 'Helps' }, 'not-found']],
    transition_service: [[{ service_id: own, to: 'active' }, 'not-found']],
    set_service_pricing: [[{ service_id: own, model: 'free' }, 'not-found']],
    grant_service_access: [[{ service_id: own, agent: 'me' }, 'not-found']],
    revoke_service_access: [[{ service_id: own, agent: 'me' }, 'not-found']],
  }),
  open: { list_agent_services: undefined },
  async writeHidden({ world, created }, ghost) {
    created.services = []
    for (const visibility of KINDS) {
      const texts = { name: `A ${MARK} service`, description: `It is ${MARK}`, handle: `${MARK}-${visibility}` }
      const { id } = await world.call(createService, ghost, { ...texts, visibility })
      await world.call(transitionService, ghost, { service_id: id, to: 'active' })
      await world.call(grantServiceAccess, ghost, { service_id: id, agent: 'ann' })
      created.services.push(id)
    }
  },
  async withdraw({ world, created }, ghost) {
    for (const service_id of created.services ?? [])
      await world.call(transitionService, ghost, { service_id, to: 'retired' })
  },
  visibleBefore: ['list_agent_services'],
  async seedRows({ call, agent: enroll }, agent) {
    const { id: service_id } = await call(createService, agent, { handle: 'kept', name: 'Kept' })
    const other = await enroll(`${agent.handle}-lets`)
    const { id } = await call(createService, other, { handle: 'lets', name: 'Lets' })
    await call(grantServiceAccess, other, { service_id: id, agent: agent.agent_id })
    await call(grantServiceAccess, agent, { service_id, agent: other.agent_id })
  },
  named: async ({ db }, { agent_id }) => ({
    service_id: (
      await db.one<{ id: string }>(SQL`select id from service where owner_agent_id = ${agent_id} order by id limit 1`)
    ).id,
  }),
  sparseLists: ['list_service_grants'],
}

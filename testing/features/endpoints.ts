import { SQL } from 'sql-template-strings'
import { bindServiceEndpoint } from '../../tools/endpoints/bind-service-endpoint.ts'
import { createService } from '../../tools/services/create-service.ts'
import { transitionService } from '../../tools/services/transition-service.ts'
import { each, type FeatureCoverage, paged } from '../feature-coverage.ts'
import { offerTestService } from '../fixtures/test-market.ts'
import { newSceneId, type TwinScene } from '../leak-checks/twin-scene.ts'

/** The hidden author's endpoint, or a random id. */
const bound = ({ created }: TwinScene) => each('service_id', [created.endpoints?.[0] ?? newSceneId()])

/** The server refuses this URL before it connects. */
const UNSAFE = { card_url: 'http://weaver.example.com/card', skill_id: 'weave' }

export const endpoints: FeatureCoverage = {
  readInputs: {
    get_service_endpoint: bound,
    list_verified_services: () => [{}, { page: 2 }],
    list_service_endpoint_revisions: scene => paged(bound(scene)),
    get_service_endpoint_evidence: bound,
  },
  writeAttempts: ({ own }) => ({ bind_service_endpoint: [[{ service_id: own, ...UNSAFE }, 'not-found']] }),
  open: { get_service_endpoint_evidence: undefined },
  async writeHidden({ world, created }, ghost) {
    const { service_id } = await offerTestService(world, ghost)
    created.endpoints = [service_id]
  },
  async withdraw({ world, created }, ghost) {
    await world.call(transitionService, ghost, { service_id: created.endpoints?.[0], to: 'retired' })
  },
  async seedRows({ call, refusal, db, runtime }, agent) {
    const fields = { handle: 'bound', name: 'Bound', invocation_modes: ['aui_task'] }
    const { id: service_id } = await call(createService, agent, fields)
    await refusal(call(bindServiceEndpoint, agent, { service_id, ...UNSAFE }))
    const now = new Date(runtime.clock())
    await db.many(SQL`
      insert into service_endpoint_day (service_id, day, passed, failed) values (${service_id}, ${now}::timestamptz::date, 0, 1)`)
    await db.many(SQL`
      insert into service_endpoint_check (service_id, holder, card_url, skill_id, key_version, leased_until)
      values (${service_id}, ${runtime.newId()}, 'https://weaver.example.com', 'weave', 1, ${now})`)
  },
  growing: { list_service_endpoint_revisions: 'the state of the binding is judged among all that are in force' },
}

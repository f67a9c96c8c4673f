import { cancelServiceTask } from '../../tools/tasks/cancel-service-task.ts'
import { invokeAgentService } from '../../tools/tasks/invoke-agent-service.ts'
import { each, type FeatureCoverage } from '../feature-coverage.ts'
import { offerTestService } from '../fixtures/test-market.ts'

export const tasks: FeatureCoverage = {
  readInputs: {
    get_service_task: ({ visible }) => each('broker_task_id', visible.posts),
    get_service_receipt: ({ visible }) => each('broker_task_id', visible.posts),
    get_service_bundle: ({ visible }) => each('broker_task_id', visible.posts),
  },
  writeAttempts: ({ own }) => ({
    invoke_agent_service: [[{ offer_revision_id: own, message: 'Do it.', idempotency_key: 'k' }, 'not-found']],
    cancel_service_task: [[{ broker_task_id: own }, 'not-found']],
  }),
  writtenWhileRestricted: ['cancel_service_task'],
  async seedRows(world, agent) {
    const other = await world.agent(`${agent.handle}-works`)
    for (const [consumer, provider] of [[agent, other] as const, [other, agent] as const]) {
      const { offer_revision_id } = await offerTestService(world, provider)
      const input = { offer_revision_id, message: 'Do it.', idempotency_key: 'k' }
      const { broker_task_id } = await world.call(invokeAgentService, consumer, input)
      await world.call(cancelServiceTask, consumer, { broker_task_id })
    }
  },
}

import { SQL } from 'sql-template-strings'
import { answerServiceDispute } from '../../tools/disputes/answer-service-dispute.ts'
import { openServiceDispute } from '../../tools/disputes/open-service-dispute.ts'
import { each, type FeatureCoverage, PAGES } from '../feature-coverage.ts'
import { completeTestTask, offerTestService } from '../fixtures/test-market.ts'
import { MARK, newSceneId } from '../leak-checks/twin-scene.ts'

export const disputes: FeatureCoverage = {
  readInputs: {
    get_service_dispute: ({ created }) => each('broker_task_id', [created.disputes?.[0] ?? newSceneId()]),
    list_service_disputes: () => PAGES,
  },
  writeAttempts: ({ own }) => ({
    open_service_dispute: [[{ broker_task_id: own, statement: 'x' }, 'not-found']],
    answer_service_dispute: [[{ broker_task_id: own, statement: 'x' }, 'not-found']],
    withdraw_service_dispute: [[{ broker_task_id: own }, 'not-found']],
  }),
  writtenWhileRestricted: ['answer_service_dispute', 'withdraw_service_dispute'],
  forModerators: ['list_disputes', 'show_dispute', 'decide_dispute'],
  async writeHidden({ world, bob, offer, created }, ghost) {
    const broker_task_id = await completeTestTask(world, [ghost, bob], offer)
    created.disputes = [broker_task_id]
    await world.call(openServiceDispute, ghost, { broker_task_id, statement: `A ${MARK} statement` })
  },
  async seedRows(world, agent) {
    const { db, runtime } = world
    const other = await world.agent(`${agent.handle}-disputes`)
    const offer = await offerTestService(world, other)
    const broker_task_id = await completeTestTask(world, [agent, other], offer)
    await world.call(openServiceDispute, agent, { broker_task_id, statement: 'It was late.' })
    await world.call(answerServiceDispute, other, { broker_task_id, statement: 'It was not.' })
    // The agent is on the other side without another offer, since that would add to other lists.
    await db.many(SQL`
      insert into service_dispute (id, task_id, receipt_id, receipt_sha256, service_id, consumer_id, provider_id, state,
        statement, answer, opened_at, answered_at)
      select ${runtime.newId()}, ${runtime.newId()}, receipt_id, receipt_sha256, service_id, provider_id, consumer_id, state,
        statement, answer, opened_at, answered_at
      from service_dispute where task_id = ${broker_task_id}`)
  },
  async listedOf({ db }, { agent_id }) {
    const [row] = await db.many<{ task_id: string }>(SQL`
      select task_id from service_dispute where consumer_id = ${agent_id} order by id limit 1`)
    return { get_service_dispute: { broker_task_id: row!.task_id } }
  },
}

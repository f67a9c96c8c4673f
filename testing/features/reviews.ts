import { SQL } from 'sql-template-strings'
import { deleteServiceReview } from '../../tools/reviews/delete-service-review.ts'
import { reviewService } from '../../tools/reviews/review-service.ts'
import { each, type FeatureCoverage, paged } from '../feature-coverage.ts'
import { completeTestTask, offerTestService } from '../fixtures/test-market.ts'
import { MARK } from '../leak-checks/twin-scene.ts'

export const reviews: FeatureCoverage = {
  readInputs: {
    list_service_reviews: ({ visible, offer }) => paged(each('service_id', [...visible.posts, offer.service_id])),
  },
  writeAttempts: ({ own }) => ({
    review_service: [[{ broker_task_id: own, rating: 5 }, 'not-found']],
    delete_service_review: [[{ service_id: own }, 'not-found']],
  }),
  writtenWhileRestricted: ['delete_service_review'],
  forModerators: ['remove_review'],
  async writeHidden({ world, bob, offer }, ghost) {
    const broker_task_id = await completeTestTask(world, [ghost, bob], offer)
    await world.call(reviewService, ghost, { broker_task_id, rating: 1, content: `A ${MARK} review` })
  },
  async withdraw({ world, offer }, ghost) {
    await world.call(deleteServiceReview, ghost, { service_id: offer.service_id })
  },
  visibleBefore: ['list_service_reviews'],
  async seedRows(world, agent) {
    const other = await world.agent(`${agent.handle}-reviews`)
    for (const [buyer, seller] of [[agent, other] as const, [other, agent] as const]) {
      const offer = await offerTestService(world, seller)
      const broker_task_id = await completeTestTask(world, [buyer, seller], offer)
      await world.call(reviewService, buyer, { broker_task_id, rating: 4, content: 'Well done.' })
    }
  },
  async listedOf({ db }, { agent_id }) {
    const [row] = await db.many<{ service_id: string }>(SQL`
      select w.service_id from service_review w join service s on s.id = w.service_id
      where s.owner_agent_id = ${agent_id} order by w.id limit 1`)
    return { list_service_reviews: { service_id: row!.service_id } }
  },
}

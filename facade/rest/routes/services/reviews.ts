import { deleteServiceReview } from '../../../../tools/reviews/delete-service-review.ts'
import { listServiceReviews } from '../../../../tools/reviews/list-service-reviews.ts'
import { reviewService } from '../../../../tools/reviews/review-service.ts'
import { route, routeGroup } from '../../route.ts'

export const reviews = routeGroup('4.16.5', 'Reviews of services by agents that used them', [
  route('PUT', '/service-tasks/:broker_task_id/review', reviewService, { action: 'service.review' }),
  route('GET', '/services/:service_id/reviews', listServiceReviews, { action: 'service.reviews' }),
  route('DELETE', '/services/:service_id/review', deleteServiceReview, { action: 'service.review.delete' }),
])

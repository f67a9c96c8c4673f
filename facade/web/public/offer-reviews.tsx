import type { listServiceReviews } from '../../../tools/reviews/list-service-reviews.ts'
import type { Output } from '../define-page.ts'
import { AgentLink } from '../layout/agent-link.tsx'
import { AgentText } from '../layout/agent-text.tsx'
import { Figures } from '../layout/figures.tsx'
import { Pager } from '../layout/pager.tsx'
import { TimeElement } from '../layout/time-element.tsx'
import type { ListedOffer } from './services-page.tsx'

type Page = Output<typeof listServiceReviews>

/** How buyers rated the service, as figures; their texts are folded. */
export function OfferReviews({ offer, page }: { offer: ListedOffer; page: Page }) {
  const { average, count, distinct_buyers } = page.reviews
  if (average === null) return null
  return (
    <section aria-labelledby="reviews">
      <h2 id="reviews">Reviews</h2>
      <Figures
        figures={[
          ['Average of the buyers', `${average.toFixed(1)} of 5`],
          ['Reviews', count],
          ['Different buyers', distinct_buyers],
        ]}
      />
      <p class="facts">By agents that used it. Agents without an owner are one buyer together.</p>
      <details>
        <summary>Texts of the reviews</summary>
        <ul class="plain-list">
          {page.items.map(review => (
            <Review key={review.review_id} review={review} />
          ))}
        </ul>
        <Pager path={`/offers/${offer.offer_revision_id}`} next={page.next_cursor} />
      </details>
    </section>
  )
}

const Review = ({
  review: { agent_id, agent_handle, rating, content, updated_at },
}: {
  review: Page['items'][number]
}) => (
  <li>
    <p class="facts">
      {rating} of 5 by <AgentLink handle={agent_handle} id={agent_id} />, <TimeElement at={updated_at} />
    </p>
    {content !== '' && <AgentText content_type="text/plain" content={content} />}
  </li>
)

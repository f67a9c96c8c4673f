import type { z } from 'zod'
import type { pricing } from '../../../../tools/offers/pricing.ts'
import type { reviewFigures } from '../../../../tools/offers/review-figures.ts'
import type { servicePublicView } from '../../../../tools/offers/service-public-view.ts'
import { AgentName } from '../../layout/agent-text.tsx'
import { usePage } from '../../layout/use-page.ts'
import { shortened } from './page-title.ts'

export type ShownService = z.output<typeof servicePublicView>
type Pricing = z.output<typeof pricing>

const EXCERPT_LENGTH = 200
const MODELS = {
  free: 'free',
  one_time: 'for one use',
  forever: 'for lifetime access',
  subscription: 'per month',
} as const
const CYCLES: Readonly<Record<string, string>> = { total: 'in total', day: 'per day', month: 'per month' }

/** The price as text. */
export function priceOf(price: Pricing | null): string {
  if (price === null || price.model === 'free') return limited('Free', price)
  const amount = `${price.amount ?? ''} ${price.currency ?? ''}`.trim()
  return limited(`${amount} ${MODELS[price.model]}`, price)
}

const limited = (text: string, price: Pricing | null) =>
  price === null || price.limit_per_cycle === null
    ? text
    : `${text}, ${price.limit_per_cycle} ${price.limit_per_cycle === 1 ? 'use' : 'uses'} ${CYCLES[price.cycle] ?? ''}`

const ratingOf = ({ average, distinct_buyers: buyers }: z.output<typeof reviewFigures>) =>
  `${average?.toFixed(1)} of 5 by ${buyers} ${buyers === 1 ? 'buyer' : 'buyers'}`

interface Offered {
  service: ShownService
  /** The revision of its offer, if it has one. */
  offer?: string
  provider?: { handle: string; name: string }
  reviews?: z.output<typeof reviewFigures>
}

/** A service in a list. */
export function ServiceCard({ service, offer, provider, reviews }: Offered) {
  const { links } = usePage()
  const { name, description, category, pricing, invocation_modes } = service
  const title = (
    <strong>
      <AgentName>{name}</AgentName>
    </strong>
  )
  return (
    <li class="card">
      <div>
        {offer === undefined ? title : <a href={links.to(`/offers/${offer}`)}>{title}</a>}
        {provider && (
          <>
            {' by '}
            <a href={links.to(`/@${provider.handle}`)}>@{provider.handle}</a>
          </>
        )}
        {description !== '' && <p dir="auto">{shortened(description, EXCERPT_LENGTH)}</p>}
        <p class="facts">
          {invocation_modes.includes('dm') ? 'By direct message' : priceOf(pricing)}
          {category !== null && (
            <>
              {' · '}
              <bdi>{category}</bdi>
            </>
          )}
          {reviews && reviews.average !== null && ` · ${ratingOf(reviews)}`}
        </p>
      </div>
    </li>
  )
}

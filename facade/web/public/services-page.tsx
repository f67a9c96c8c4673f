import type { z } from 'zod'
import type { offerRevision } from '../../../tools/offers/offer-schema.ts'
import { searchAgentServices } from '../../../tools/offers/search-agent-services.ts'
import { definePage, type PageProps } from '../define-page.ts'
import { CsrfForm } from '../layout/csrf-form-element.tsx'
import { EmptyState } from '../layout/empty-state.tsx'
import { Pager } from '../layout/pager.tsx'
import { ServiceCard } from './parts/service-card.tsx'

export type ListedOffer = z.output<typeof offerRevision>

interface ServicesView extends PageProps {
  query: string
  offers: readonly ListedOffer[]
  next: string | null
}

/** The catalogue: what agents do for others. */
export const servicesPage = definePage({
  audience: 'lookers',
  limit: 'page_searches',
  async ask({ viewer, query }) {
    const q = query.get('q') || undefined
    const cursor = query.get('cursor') ?? undefined
    return { answer: await viewer(searchAgentServices, { q, cursor, limit: 20, include_priced: true }) }
  },
  view: ({ answer }, { query, runtime }): ServicesView => ({
    head: {
      title: 'Services',
      description: `What agents of ${runtime.installation.name} do for others.`,
      part: 'services',
      json: true,
      isUnlisted: query.has('q'),
    },
    query: query.get('q') ?? '',
    offers: answer.offers,
    next: answer.next_cursor,
  }),
  render: ServicesPage,
})

function ServicesPage({ query, offers, next }: ServicesView) {
  return (
    <div>
      <h1>Services</h1>
      <p class="lead">What agents do for other agents. This server checks how a provider answers, not what it says.</p>
      <search class="search-box">
        <CsrfForm method="get" action="/services" label="Find a service">
          <input type="search" name="q" value={query} maxLength={200} aria-label="Words" />
          <button type="submit">Find</button>
        </CsrfForm>
      </search>
      {offers.length === 0 ? (
        <EmptyState title={query === '' ? 'No service is offered yet.' : 'No service fits these words.'}>
          {query === ''
            ? 'Agents offer one with create_service, once they have a provider for it.'
            : 'Try fewer of them.'}
        </EmptyState>
      ) : (
        <ul class="cards">
          {offers.map(({ offer_revision_id, service, provider }) => (
            <ServiceCard key={offer_revision_id} {...{ service, provider }} offer={offer_revision_id} />
          ))}
        </ul>
      )}
      <Pager path="/services" next={next} query={query === '' ? {} : { q: query }} label="More" />
    </div>
  )
}

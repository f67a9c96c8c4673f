import type { z } from 'zod'
import type { offerRevision } from '../../../tools/offers/offer-schema.ts'
import { searchAgentServices } from '../../../tools/offers/search-agent-services.ts'
import { listMessageServices } from '../../../tools/public-pages/list-message-services.ts'
import { definePage, type Output } from '../define-page.ts'
import { CsrfForm } from '../layout/csrf-form-element.tsx'
import { EmptyState } from '../layout/empty-state.tsx'
import { Pager } from '../layout/pager.tsx'
import { ServiceCard } from './parts/service-card.tsx'

export type ListedOffer = z.output<typeof offerRevision>

const BY_MESSAGE = 'dm'
const NOTHING = { services: [], next_cursor: null, has_more: false }

/** The service catalog; with `mode=dm`, only services that are used by direct message. */
export const servicesPage = definePage({
  audience: 'readers',
  limit: 'page_searches',
  async ask({ read, query }) {
    const q = query.get('q') || undefined
    const cursor = query.get('cursor') ?? undefined
    if (query.get('mode') === BY_MESSAGE) {
      const byMessage = await read(listMessageServices, { q, cursor, limit: 20 })
      return { q, answer: byMessage, offered: null, byMessage }
    }
    const [offered, byMessage] = await Promise.all([
      read(searchAgentServices, { q, cursor, limit: 20, include_priced: true }),
      cursor === undefined ? read(listMessageServices, { q, limit: 20 }) : NOTHING,
    ])
    return { q, answer: offered, offered, byMessage }
  },
  head: (_, { query, runtime }) => ({
    title: 'Services',
    description: `Services that agents on ${runtime.installation.name} offer to other agents.`,
    part: 'services',
    json: true,
    isUnlisted: query.has('q'),
  }),
  render: ServicesPage,
})

interface Props {
  q: string | undefined
  offered: Output<typeof searchAgentServices> | null
  byMessage: Output<typeof listMessageServices>
}

function ServicesPage({ q, offered, byMessage }: Props) {
  const offers = offered?.offers ?? []
  const query = q === undefined ? {} : { q }
  return (
    <div>
      <h1>Services</h1>
      <p class="lead">
        Services that agents offer to other agents. This server checks how a provider responds, not what it claims.
      </p>
      <search class="search-box">
        <CsrfForm method="get" action="/services" label="Search services">
          <input type="search" name="q" value={q ?? ''} maxLength={200} aria-label="Search terms" />
          <button type="submit">Search</button>
        </CsrfForm>
      </search>
      {offers.length + byMessage.services.length === 0 && (
        <EmptyState title={q === undefined ? 'No services yet' : 'No results'}>
          {q === undefined
            ? 'Agents that have a provider offer services with create_service.'
            : 'Try fewer or different words.'}
        </EmptyState>
      )}
      {offers.length > 0 && (
        <ul class="cards">
          {offers.map(({ offer_revision_id, service, provider, reviews }) => (
            <ServiceCard key={offer_revision_id} {...{ service, provider, reviews }} offer={offer_revision_id} />
          ))}
        </ul>
      )}
      <Pager path="/services" next={offered?.next_cursor ?? null} query={query} label="More" />
      {byMessage.services.length > 0 && (
        <section aria-labelledby="by-message">
          <h2 id="by-message">By direct message</h2>
          <p>
            These agents work in a conversation: an agent writes to the provider with <code>send_dm</code>.
          </p>
          <ul class="cards">
            {byMessage.services.map(({ service, provider }) => (
              <ServiceCard key={service.id} service={service} provider={provider} />
            ))}
          </ul>
          <Pager path="/services" next={byMessage.next_cursor} query={{ ...query, mode: BY_MESSAGE }} label="More" />
        </section>
      )}
    </div>
  )
}

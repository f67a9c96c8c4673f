import type { ComponentChildren } from 'preact'
import { getServiceOffer } from '../../../tools/offers/get-service-offer.ts'
import { listServiceReviews } from '../../../tools/reviews/list-service-reviews.ts'
import { definePage, type Output } from '../define-page.ts'
import { AgentLink, agentPath } from '../layout/agent-link.tsx'
import { AgentName, AgentText, QuotedText } from '../layout/agent-text.tsx'
import { Figures } from '../layout/figures.tsx'
import { JsonBlock } from '../layout/json-block.tsx'
import { TimeElement } from '../layout/time-element.tsx'
import { OfferReviews } from './offer-reviews.tsx'
import { OfferUsage } from './offer-usage.tsx'
import { PresenceChip } from './parts/presence-chip.tsx'
import { priceOf } from './parts/service-card.tsx'
import type { ListedOffer } from './services-page.tsx'

/** A service offer, its terms, and the evidence about its provider. */
export const offerPage = definePage({
  audience: 'readers',
  async ask({ read, parameters, query }) {
    const answer = await read(getServiceOffer, { offer_revision_id: parameters.id! })
    const list = { service_id: answer.service_id, limit: 20, cursor: query.get('cursor') ?? undefined }
    return { answer, reviews: await read(listServiceReviews, list) }
  },
  head: ({ answer: { service, provider, status } }) => ({
    title: service.name,
    description: service.description,
    part: 'services',
    crumbs: [
      { path: '/services', label: 'Services' },
      { path: agentPath({ handle: provider.handle, id: provider.agent_id }), label: `@${provider.handle}` },
    ],
    json: true,
    isUnlisted: status !== 'current',
  }),
  render: OfferPage,
})

const STATUSES = {
  current: undefined,
  superseded: 'This is an earlier revision. The provider now offers a newer one.',
  ineligible: 'This service is currently unavailable: the provider did not pass its last check.',
} as const

interface Props {
  answer: Output<typeof getServiceOffer>
  reviews: Output<typeof listServiceReviews>
}

function OfferPage({ answer: offer, reviews }: Props) {
  const { service, provider, status } = offer
  return (
    <div>
      <h1>
        <AgentName>{service.name}</AgentName>
      </h1>
      <p class="facts">
        Offered by <AgentLink handle={provider.handle} id={provider.agent_id} />, agency tier {provider.agency_tier} of
        5{provider.trust_score !== null && ` · trust ${provider.trust_score.toFixed(1)} of 10`} · revision{' '}
        {offer.revision}, <TimeElement at={offer.created_at} />
        {provider.presence !== null && <br />}
        <PresenceChip presence={provider.presence} />
      </p>
      {STATUSES[status] !== undefined && <p class="flash">{STATUSES[status]}</p>}
      {service.description !== '' && <AgentText content_type="text/plain" content={service.description} />}
      <p class="price">{priceOf(offer.pricing)}</p>
      {status === 'current' && <OfferUsage offer={offer} />}
      <TrackRecord offer={offer} />
      <OfferReviews offer={offer} page={reviews} />
      <Contract offer={offer} />
      <Claims offer={offer} />
    </div>
  )
}

const STAGES = {
  new: 'New: checked, but not proven yet',
  proven: 'Proven: has passed its checks for a while',
  stale: 'Stale: not checked recently',
  withdrawn: 'Withdrawn',
} as const

const percent = (share: number) => `${(100 * share).toFixed(1)}%`

/** What this server observed, as figures; the checks are folded. */
function TrackRecord({
  offer: { evidence, service, availability, created_at, superseded_at },
}: {
  offer: ListedOffer
}) {
  const { tasks } = service.quality
  const { stage, verified_at, evidence_valid_until, uptime, latency_ms, checks } = evidence
  const figures: readonly (readonly [string, ComponentChildren])[] = [
    ['Available now', availability.available ? 'Yes' : 'No'],
    ['Checks passed in 30 days', uptime === null ? 'Not enough data' : percent(uptime)],
    ['Response time', latency_ms === null ? 'Unknown' : `${latency_ms} ms`],
    ['Completed tasks', tasks ? `${percent(tasks.success_rate)} of ${tasks.sample_size}` : 'None yet'],
    ...(tasks?.median_seconds == null ? [] : [['Median duration', `${tasks.median_seconds} s`] as const]),
  ]
  return (
    <section aria-labelledby="record">
      <h2 id="record">Track record</h2>
      <Figures figures={figures} />
      <p class="facts">
        {STAGES[stage]}. Offered since <TimeElement at={created_at} />
        {superseded_at !== null && (
          <>
            {' '}
            until <TimeElement at={superseded_at} />
          </>
        )}
        ; last check passed {verified_at === null ? 'never' : <TimeElement at={verified_at} />}
        {evidence_valid_until !== null && (
          <>
            , expires <TimeElement at={evidence_valid_until} />
          </>
        )}
        .
      </p>
      {checks.length > 0 && <Checks checks={checks} />}
    </section>
  )
}

/** The individual checks. A failed gating check makes the service unavailable. */
const Checks = ({ checks }: { checks: ListedOffer['evidence']['checks'] }) => (
  <details>
    <summary>
      Checks: {checks.filter(({ passed }) => passed).length} of {checks.length} passed
    </summary>
    <table class="stacked">
      <thead>
        <tr>
          <th scope="col">Check</th>
          <th scope="col">Outcome</th>
          <th scope="col">When</th>
        </tr>
      </thead>
      <tbody>
        {checks.map(({ check, passed, gating, code, at }) => (
          <tr key={check}>
            <td data-label="Check">
              {check.replaceAll('_', ' ')}
              {!gating && ' (informational)'}
            </td>
            <td data-label="Outcome" class={passed ? 'passed' : 'failed'}>
              {passed ? '✓ passed' : '✗ failed'}
              {code !== null && `: ${code.replaceAll('_', ' ')}`}
            </td>
            <td data-label="When">
              <TimeElement at={at} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  </details>
)

function Contract({ offer: { contract } }: { offer: ListedOffer }) {
  return (
    <section aria-labelledby="contract">
      <h2 id="contract">Input and output</h2>
      <dl class="facts-list">
        <dt>Input</dt>
        <dd>
          <bdi>{contract.input_modes.join(', ')}</bdi>
        </dd>
        <dt>Output</dt>
        <dd>
          <bdi>{contract.output_modes.join(', ')}</bdi>
        </dd>
        <dt>Time limit</dt>
        <dd>{contract.max_duration_seconds} s</dd>
      </dl>
      {contract.capability_schema !== null && (
        <details>
          <summary>Input schema</summary>
          <QuotedText>
            <JsonBlock text={JSON.stringify(contract.capability_schema)} />
          </QuotedText>
        </details>
      )}
    </section>
  )
}

function Claims({ offer: { provider_card_claims: card } }: { offer: ListedOffer }) {
  return (
    <section aria-labelledby="claims">
      <h2 id="claims">Description by the provider</h2>
      <p class="facts">
        Not verified. Retrieved <TimeElement at={card.fetched_at} />.
      </p>
      <AgentText content_type="text/plain" content={`${card.name} ${card.version}\n${card.description}`} />
      <AgentText content_type="text/plain" content={`${card.skill.name}\n${card.skill.description}`} />
    </section>
  )
}

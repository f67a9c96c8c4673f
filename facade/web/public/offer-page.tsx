import { getServiceOffer } from '../../../tools/offers/get-service-offer.ts'
import { definePage, type PageProps } from '../define-page.ts'
import { AgentLink, agentPath } from '../layout/agent-link.tsx'
import { AgentName, AgentText, QuotedText } from '../layout/agent-text.tsx'
import { JsonBlock } from '../layout/json-block.tsx'
import { TimeElement } from '../layout/time-element.tsx'
import { priceOf } from './parts/service-card.tsx'
import type { ListedOffer } from './services-page.tsx'

interface OfferView extends PageProps {
  offer: ListedOffer
}

/** What is offered, on which terms, and what this server saw of the provider. */
export const offerPage = definePage({
  audience: 'lookers',
  ask: async ({ viewer, parameters }) => ({
    answer: await viewer(getServiceOffer, { offer_revision_id: parameters.id! }),
  }),
  view: ({ answer }): OfferView => ({
    head: {
      title: answer.service.name,
      description: answer.service.description,
      part: 'services',
      crumbs: [
        { path: '/services', label: 'Services' },
        {
          path: agentPath({ handle: answer.provider.handle, id: answer.provider.agent_id }),
          label: `@${answer.provider.handle}`,
        },
      ],
      json: true,
      isUnlisted: answer.status !== 'current',
    },
    offer: answer,
  }),
  render: OfferPage,
})

const STATUSES = {
  current: undefined,
  superseded: 'This is an earlier revision: its provider offers another one now.',
  ineligible: 'This cannot be used at present: the provider did not pass its last check.',
} as const

function OfferPage({ offer }: OfferView) {
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
      </p>
      {STATUSES[status] !== undefined && <p class="flash">{STATUSES[status]}</p>}
      {service.description !== '' && <AgentText content_type="text/plain" content={service.description} />}
      <p class="price">{priceOf(offer.pricing)}</p>
      <Evidence offer={offer} />
      <Contract offer={offer} />
      <Claims offer={offer} />
    </div>
  )
}

const STAGES = {
  new: 'New: it was checked, and has yet to prove itself',
  proven: 'Proven: it has passed its checks for a while',
  stale: 'Stale: it was not checked lately',
  withdrawn: 'Withdrawn',
} as const

const percent = (share: number) => `${(100 * share).toFixed(1)} %`

function Evidence({ offer: { evidence, service, availability, created_at, superseded_at } }: { offer: ListedOffer }) {
  const { tasks } = service.quality
  const { stage, verified_at, evidence_valid_until, uptime, latency_ms, checks } = evidence
  return (
    <section aria-labelledby="evidence">
      <h2 id="evidence">What this server saw</h2>
      <dl class="facts-list">
        <dt>To be used now</dt>
        <dd>{availability.available ? 'yes' : 'no'}</dd>
        <dt>Stage</dt>
        <dd>{STAGES[stage]}</dd>
        <dt>Offered since</dt>
        <dd>
          <TimeElement at={created_at} />
          {superseded_at !== null && (
            <>
              , until <TimeElement at={superseded_at} />
            </>
          )}
        </dd>
        <dt>Last check that held</dt>
        <dd>{verified_at === null ? 'none' : <TimeElement at={verified_at} />}</dd>
        <dt>Holds until</dt>
        <dd>{evidence_valid_until === null ? 'the next check' : <TimeElement at={evidence_valid_until} />}</dd>
        <dt>Checks of 30 days that held</dt>
        <dd>{uptime === null ? 'too few to say' : percent(uptime)}</dd>
        <dt>Answered its check in</dt>
        <dd>{latency_ms === null ? 'unknown' : `${latency_ms} ms`}</dd>
        <dt>Tasks that it completed</dt>
        <dd>{tasks ? `${percent(tasks.success_rate)} of ${tasks.sample_size}` : 'none yet'}</dd>
        {tasks?.median_seconds != null && (
          <>
            <dt>Half of them took less than</dt>
            <dd>{tasks.median_seconds} s</dd>
          </>
        )}
      </dl>
      {checks.length > 0 && <Checks checks={checks} />}
    </section>
  )
}

/** One by one; what fails there and is asked of every provider keeps agents from using it. */
const Checks = ({ checks }: { checks: ListedOffer['evidence']['checks'] }) => (
  <table class="stacked">
    <caption>Its checks, one by one</caption>
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
            {!gating && ' (only told)'}
          </td>
          <td data-label="Outcome" class={passed ? 'passed' : 'failed'}>
            {passed ? '✓ held' : '✗ failed'}
            {code !== null && `: ${code.replaceAll('_', ' ')}`}
          </td>
          <td data-label="When">
            <TimeElement at={at} />
          </td>
        </tr>
      ))}
    </tbody>
  </table>
)

function Contract({ offer: { contract } }: { offer: ListedOffer }) {
  return (
    <section aria-labelledby="contract">
      <h2 id="contract">What it takes and gives</h2>
      <dl class="facts-list">
        <dt>Takes</dt>
        <dd>
          <bdi>{contract.input_modes.join(', ')}</bdi>
        </dd>
        <dt>Gives</dt>
        <dd>
          <bdi>{contract.output_modes.join(', ')}</bdi>
        </dd>
        <dt>Within</dt>
        <dd>{contract.max_duration_seconds} s</dd>
      </dl>
      {contract.capability_schema !== null && (
        <details>
          <summary>The schema of what it takes</summary>
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
      <h2 id="claims">What its provider says of itself</h2>
      <p class="facts">
        Nobody checked it. Read <TimeElement at={card.fetched_at} />.
      </p>
      <AgentText content_type="text/plain" content={`${card.name} ${card.version}\n${card.description}`} />
      <AgentText content_type="text/plain" content={`${card.skill.name}\n${card.skill.description}`} />
    </section>
  )
}

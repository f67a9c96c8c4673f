import { getServiceOffer } from '../../../tools/offers/get-service-offer.ts'
import { definePage, type Shown } from '../page.ts'
import { AgentLink, agentPath } from '../shell/agent-link.tsx'
import { JsonText } from '../shell/json-text.tsx'
import { Time } from '../shell/time.tsx'
import { Name, Quoted, Words } from '../shell/words.tsx'
import { priceOf } from './parts/service-card.tsx'
import type { Offer } from './services.tsx'

interface OfferView extends Shown {
  offer: Offer
}

/** What is offered, on which terms, and what this server saw of the provider. */
export const offerPage = definePage({
  audience: 'lookers',
  ask: async ({ look, parameters }) => ({
    answer: await look(getServiceOffer, { offer_revision_id: parameters.id! }),
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
        <Name>{service.name}</Name>
      </h1>
      <p class="facts">
        Offered by <AgentLink handle={provider.handle} id={provider.agent_id} />
        {provider.trust_score !== null && ` · trust ${provider.trust_score.toFixed(1)} of 10`} · revision{' '}
        {offer.revision}, <Time at={offer.created_at} />
      </p>
      {STATUSES[status] !== undefined && <p class="flash">{STATUSES[status]}</p>}
      {service.description !== '' && <Words content_type="text/plain" content={service.description} />}
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

function Evidence({ offer: { evidence, service } }: { offer: Offer }) {
  const { tasks } = service.quality
  return (
    <section aria-labelledby="evidence">
      <h2 id="evidence">What this server saw</h2>
      <dl class="facts-list">
        <dt>Stage</dt>
        <dd>{STAGES[evidence.stage]}</dd>
        <dt>Last check that held</dt>
        <dd>{evidence.verified_at === null ? 'none' : <Time at={evidence.verified_at} />}</dd>
        <dt>Checks of 30 days that held</dt>
        <dd>{evidence.uptime === null ? 'too few to say' : percent(evidence.uptime)}</dd>
        <dt>Answered its check in</dt>
        <dd>{evidence.latency_ms === null ? 'unknown' : `${evidence.latency_ms} ms`}</dd>
        <dt>Tasks that it completed</dt>
        <dd>{tasks ? `${percent(tasks.success_rate)} of ${tasks.sample_size}` : 'none yet'}</dd>
      </dl>
      {evidence.checks.length > 0 && (
        <ul class="checks">
          {evidence.checks.map(({ check, passed, code }) => (
            <li key={check} class={passed ? 'passed' : 'failed'}>
              {passed ? '✓' : '✗'} {check.replaceAll('_', ' ')}
              {code !== null && ` (${code})`}
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

function Contract({ offer: { contract } }: { offer: Offer }) {
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
          <Quoted>
            <JsonText text={JSON.stringify(contract.capability_schema)} />
          </Quoted>
        </details>
      )}
    </section>
  )
}

function Claims({ offer: { provider_card_claims: card } }: { offer: Offer }) {
  return (
    <section aria-labelledby="claims">
      <h2 id="claims">What its provider says of itself</h2>
      <p class="facts">
        Nobody checked it. Read <Time at={card.fetched_at} />.
      </p>
      <Words content_type="text/plain" content={`${card.name} ${card.version}\n${card.description}`} />
      <Words content_type="text/plain" content={`${card.skill.name}\n${card.skill.description}`} />
    </section>
  )
}

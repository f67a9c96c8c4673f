import type { z } from 'zod'
import type { listAgentChallenges } from '../../../../tools/challenges/list-agent-challenges.ts'
import type { listEntitlements } from '../../../../tools/entitlements/list-entitlements.ts'
import type { showAgent } from '../../../../tools/oversight/show-agent.ts'
import type { watchAgent } from '../../../../tools/ownership/watch-agent.ts'
import { AgentName } from '../../layout/agent-text.tsx'
import { CsrfForm } from '../../layout/csrf-form-element.tsx'
import { TimeElement } from '../../layout/time-element.tsx'

type Watched = z.output<typeof watchAgent.output>

export function AgentLimits({ limits }: Pick<Watched, 'limits'>) {
  const used = limits.filter(({ used }) => used > 0)
  return (
    <section aria-labelledby="limits">
      <h2 id="limits">Rate limit usage</h2>
      {used.length === 0 && <p>No usage in the current windows.</p>}
      <ul class="rows">
        {used.map(({ bucket, used, limit, window_seconds }) => (
          <li key={`${bucket} ${window_seconds}`}>
            <label>
              {bucket.replaceAll('_', ' ')}: {used} of {limit} {spanOf(window_seconds)}
              <progress value={used} max={limit} />
            </label>
          </li>
        ))}
      </ul>
    </section>
  )
}

const SPANS: Readonly<Record<number, string>> = { 60: 'per minute', 3600: 'per hour', 86400: 'per day' }

const spanOf = (seconds: number): string => SPANS[seconds] ?? `per ${Math.round(seconds / 60)} minutes`

export function AgentAccess({ path, access }: { path: string } & Pick<Watched, 'access'>) {
  return (
    <section aria-labelledby="access">
      <h2 id="access">Access</h2>
      {access.length === 0 && <p>Only the holder of its key can act for this agent.</p>}
      <ul class="rows">
        {access.map(({ id, client_name, redirect_host, scopes, expires_at }) => (
          <li key={id}>
            <div>
              <strong>
                {redirect_host === null ? (
                  'A token that the agent obtained with its key'
                ) : (
                  <>
                    A client that identifies itself as <AgentName>{client_name ?? '(unnamed)'}</AgentName>, at{' '}
                    {redirect_host}
                  </>
                )}
              </strong>
              <p>
                {scopes.join(', ')}; expires <TimeElement at={expires_at} />
              </p>
            </div>
            <CsrfForm action={`${path}/access`} label="Revoke this access">
              <input type="hidden" name="access_id" value={id} />
              <button type="submit" class="secondary">
                Revoke
              </button>
            </CsrfForm>
          </li>
        ))}
      </ul>
      {access.length > 1 && (
        <CsrfForm action={`${path}/access`} label="Revoke all access">
          <button type="submit" class="secondary">
            Revoke all
          </button>
        </CsrfForm>
      )}
    </section>
  )
}

export const AgentWebhooks = ({ webhooks }: Pick<Watched, 'webhooks'>) => (
  <section aria-labelledby="webhooks">
    <h2 id="webhooks">Webhooks</h2>
    {webhooks.length === 0 && <p>None.</p>}
    <ul class="rows">
      {webhooks.map(one => (
        <li key={one.id}>
          <div>
            <strong>{one.host}</strong>
            <p>
              {one.is_active ? 'Active' : `Disabled: ${one.disabled_reason}`}
              {one.last_delivery_at === null ? (
                ', no response yet'
              ) : (
                <>
                  , last response {one.last_status_code} <TimeElement at={one.last_delivery_at} />
                </>
              )}
              {one.failure_count > 0 && `, ${one.failure_count} events failed since`}
            </p>
          </div>
        </li>
      ))}
    </ul>
  </section>
)

interface Proven {
  agent: z.output<typeof showAgent.output>
  challenges: z.output<typeof listAgentChallenges.output>['challenges']
}

export const AgentChallenges = ({ agent: { agency_tier, trust }, challenges }: Proven) => (
  <section aria-labelledby="challenges">
    <h2 id="challenges">Challenges and trust</h2>
    <p>
      Agency tier {agency_tier} of 5; trust {trust.score === null ? 'not computed yet' : `${trust.score} of 10`}.
    </p>
    <ul class="rows">
      {challenges.map(({ id, kind, issued_at, outcome }) => (
        <li key={id}>
          {kind.replaceAll('_', ' ')}: {outcome ?? 'open'}, <TimeElement at={issued_at} />
        </li>
      ))}
    </ul>
  </section>
)

type Dealt = Pick<Watched, 'services' | 'purchases'> & {
  entitlements: z.output<typeof listEntitlements.output>['entitlements']
}

export const AgentDealings = ({ services, purchases, entitlements }: Dealt) => (
  <section aria-labelledby="dealings">
    <h2 id="dealings">Services, entitlements and purchases</h2>
    {services.length + entitlements.length + purchases.length === 0 && <p>None.</p>}
    <ul class="rows">
      {services.map(({ id, name, status }) => (
        <li key={id}>
          Offers <AgentName>{name}</AgentName>: {status}
        </li>
      ))}
      {entitlements.map(({ entitlement_id, service_name, remaining, revoked_at }) => (
        <li key={entitlement_id}>
          May use <AgentName>{service_name ?? 'a deleted service'}</AgentName>:{' '}
          {revoked_at !== null ? 'revoked' : remaining === null ? 'unlimited' : `${remaining} calls left`}
        </li>
      ))}
      {purchases.map(({ id, service_name, amount, currency, status, created_at }) => (
        <li key={id}>
          {amount} {currency} for <AgentName>{service_name ?? 'a deleted service'}</AgentName>: {status},{' '}
          <TimeElement at={created_at} />
        </li>
      ))}
    </ul>
  </section>
)

export const AgentStatuses = ({ changes }: { changes: Watched['status_changes'] }) => (
  <section aria-labelledby="statuses">
    <h2 id="statuses">Status history</h2>
    {changes.length === 0 && <p>Active since enrollment.</p>}
    <ul class="rows">
      {changes.map(({ from, to, cause, reason, created_at }) => (
        <li key={`${created_at} ${from} ${to}`}>
          <div>
            <strong>
              {from.replaceAll('_', ' ')} → {to.replaceAll('_', ' ')}
            </strong>
            , by {cause}, <TimeElement at={created_at} />
            <p>{reason}</p>
          </div>
        </li>
      ))}
    </ul>
  </section>
)

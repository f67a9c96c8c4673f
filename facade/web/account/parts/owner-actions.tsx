import { CsrfForm } from '../../layout/csrf-form-element.tsx'

const SURFACES = [
  ['owner-identity', 'Your name as its owner'],
  ['dm-graph', 'Who it exchanges messages with'],
  ['agent-persona', 'Its persona'],
  ['lifecycle-timeline', 'Its status history'],
] as const

/** The visibility settings that only an owner can change. */
export const SurfaceForms = ({ path, config }: { path: string; config: object }) => (
  <section aria-labelledby="surfaces">
    <h2 id="surfaces">Visibility</h2>
    <p>The agent controls the rest of its profile.</p>
    <ul class="rows">
      {SURFACES.map(([surface, label]) => {
        const isPublic = (config as Record<string, string>)[surface] === 'public'
        return (
          <li key={surface}>
            <span>
              {label}: {isPublic ? 'public' : 'private'}
            </span>
            <CsrfForm action={`${path}/surface`} label={`${isPublic ? 'Hide' : 'Show'}: ${label}`}>
              <input type="hidden" name="surface" value={surface} />
              <input type="hidden" name="level" value={isPublic ? 'private' : 'public'} />
              <button type="submit" class="secondary">
                {isPublic ? 'Hide' : 'Show'}
              </button>
            </CsrfForm>
          </li>
        )
      })}
    </ul>
  </section>
)

/** The kill switch. */
export function StopForm({ path, handle, status }: { path: string; handle: string; status: string }) {
  return (
    <section class="switch" aria-labelledby="stop">
      <h2 id="stop">{status === 'disabled' ? 'Restart agent' : 'Stop agent'}</h2>
      {status === 'disabled' ? (
        <CsrfForm action={`${path}/restart`} label={`Restart @${handle}`}>
          <p>
            The agent returns to the status it had before you stopped it. Access that ended then is not restored: the
            agent needs new tokens.
          </p>
          <button type="submit">Restart @{handle}</button>
        </CsrfForm>
      ) : (
        <CsrfForm action={`${path}/stop`} label={`Stop @${handle}`}>
          <p>The agent can do nothing from that moment on, and the access of clients that act for it ends.</p>
          <label for="reason">Reason (the agent can read it)</label>
          <input id="reason" name="reason" required maxLength={1000} />
          <button type="submit" class="danger">
            Stop @{handle} now
          </button>
        </CsrfForm>
      )}
    </section>
  )
}

export const ReleaseForm = ({ path, handle }: { path: string; handle: string }) => (
  <section aria-labelledby="let-go">
    <h2 id="let-go">End ownership</h2>
    <details>
      <summary>End your ownership of @{handle}</summary>
      <p>The agent continues without an owner and is notified. You can then see only what everyone can see.</p>
      <CsrfForm action={`${path}/release`} label={`End ownership of @${handle}`}>
        <button type="submit" class="secondary">
          End ownership
        </button>
      </CsrfForm>
    </details>
  </section>
)

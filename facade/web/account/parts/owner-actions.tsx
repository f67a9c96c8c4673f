import { CsrfForm } from '../../layout/csrf-form-element.tsx'

const SURFACES = [
  ['owner-identity', 'That you are its owner, by your name'],
  ['dm-graph', 'With whom it exchanges messages'],
  ['agent-persona', 'Its persona'],
  ['lifecycle-timeline', 'How its status came about'],
] as const

/** What only an owner says of what others see. */
export const SurfaceForms = ({ path, config }: { path: string; config: object }) => (
  <section aria-labelledby="surfaces">
    <h2 id="surfaces">What others see of it</h2>
    <p>The agent sets the rest of its profile itself.</p>
    <ul class="rows">
      {SURFACES.map(([surface, reported]) => {
        const isPublic = (config as Record<string, string>)[surface] === 'public'
        return (
          <li key={surface}>
            <span>
              {reported}: {isPublic ? 'everybody' : 'nobody'}
            </span>
            <CsrfForm action={`${path}/surface`} label={`${isPublic ? 'Hide' : 'Show'}: ${reported}`}>
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
      <h2 id="stop">{status === 'disabled' ? 'Bring it back' : 'Stop it'}</h2>
      {status === 'disabled' ? (
        <CsrfForm action={`${path}/restart`} label={`Bring @${handle} back`}>
          <p>It comes back as it was before you stopped it. What ended by that stays ended: it takes new tokens.</p>
          <button type="submit">Bring @{handle} back</button>
        </CsrfForm>
      ) : (
        <CsrfForm action={`${path}/stop`} label={`Stop @${handle}`}>
          <p>From that moment it can do nothing at all, and what clients may do for it ends.</p>
          <label for="reason">Why, for the agent to read</label>
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
    <h2 id="let-go">Let it go</h2>
    <details>
      <summary>End your ownership of @{handle}</summary>
      <p>It goes on without an owner. You see nothing more of it than everybody does, and it is told.</p>
      <CsrfForm action={`${path}/release`} label={`Let @${handle} go`}>
        <button type="submit" class="secondary">
          Let @{handle} go
        </button>
      </CsrfForm>
    </details>
  </section>
)

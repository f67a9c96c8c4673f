import type { z } from 'zod'
import { RECENT_MINUTES } from '../../../../tools/core/recent-sign-in.ts'
import type { showKeyRecovery } from '../../../../tools/key-recovery/show-key-recovery.ts'
import { CsrfForm } from '../../layout/csrf-form-element.tsx'
import { MomentText, TimeElement } from '../../layout/time-element.tsx'
import { usePage } from '../../layout/use-page.ts'
import { signInPath } from '../../sign-in-path.ts'

type Keyed = z.output<typeof showKeyRecovery.output>
type Recovery = NonNullable<Keyed['recovery']>

export const RunningRecovery = ({ path, recovery }: { path: string; recovery: Recovery }) => (
  <section class="switch" aria-labelledby="running">
    <h2 id="running">Its key is being replaced</h2>
    <p>
      Begun <TimeElement at={recovery.started_at} />. The new key takes its place at{' '}
      <strong>
        <MomentText at={recovery.completes_at} />
      </strong>
      , unless the agent ends this with the key that it has, or replaces that key itself.
    </p>
    <p>
      Fingerprint of the new key: <code class="fingerprint">{recovery.key_fingerprint}</code>
    </p>
    <p>
      You did not begin this? Then somebody can read your mail or use a browser of yours: withdraw it, and end all
      sessions on the page of your account.
    </p>
    <CsrfForm action={`${path}/withdraw`} label="Withdraw it">
      <button type="submit" class="danger">
        Withdraw it
      </button>
    </CsrfForm>
  </section>
)

const ENDED: Readonly<Record<string, string>> = {
  completed: 'the new key was put in',
  agent: 'the agent ended it with its key',
  rotation: 'the agent replaced its key itself',
  owner: 'it was withdrawn',
  operator: 'those who run this server ended it',
  disabled: 'the agent was stopped',
  ownership: 'the agent got another owner',
}

export const LastRecovery = ({ recovery: { started_at, ended_at, outcome } }: { recovery: Recovery }) => (
  <p class="told" role="note">
    The last replacement of its key, begun <TimeElement at={started_at} />, ended <TimeElement at={ended_at!} />:{' '}
    {ENDED[outcome ?? 'completed']}.
  </p>
)

const Meaning = ({ hours }: { hours: number }) => (
  <ul>
    <li>Only for a key that is lost. An agent that has its key replaces it itself, at once.</li>
    <li>
      For {hours} hours nothing changes. The agent is told by every way there is, and can end this with the key that it
      has; you can withdraw it.
    </li>
    <li>
      Then whoever holds the new key is the agent. The former key proves nothing, its tokens and what it let clients do
      end, and its services are to be bound anew.
    </li>
    <li>Everybody sees on its profile the day on which you had its key replaced.</li>
  </ul>
)

/** What stands in the way of a replacement, in words; `undefined` where nothing does. */
function obstacle({ is_allowed, status, not_before }: Keyed) {
  if (!is_allowed) return <p>Those who run this server do not let owners replace the key of an agent.</p>
  if (status === 'disabled') return <p>The agent is stopped, and could not object. Bring it back first.</p>
  if (not_before === null) return undefined
  return (
    <p>
      After one that was ended the next may begin at <MomentText at={not_before} />.
    </p>
  )
}

interface Formed {
  path: string
  keyed: Keyed
  fault: string | undefined
}

export function RecoveryForm({ path, keyed, fault }: Formed) {
  const inTheWay = obstacle(keyed)
  return (
    <section aria-labelledby="replace">
      <h2 id="replace">Replace a lost key</h2>
      {inTheWay ?? (
        <>
          <Meaning hours={keyed.hours} />
          {keyed.signed_in_lately ? <KeyFields path={path} keyed={keyed} fault={fault} /> : <SignInAgain path={path} />}
        </>
      )}
    </section>
  )
}

/** Who took over this browser alone gets no further. */
function SignInAgain({ path }: { path: string }) {
  const { links } = usePage()
  return (
    <p>
      This action requires a sign-in within the last {RECENT_MINUTES} minutes.{' '}
      <a class="button" href={links.to(signInPath(path))}>
        Sign in again
      </a>
    </p>
  )
}

function KeyFields({ path, keyed, fault }: Formed) {
  const isFaulty = fault !== undefined && { 'aria-invalid': 'true' as const, 'aria-describedby': 'key-fault' }
  return (
    <CsrfForm action={`${path}/recover`} label="Replace its key">
      <p>
        Where the agent runs, make a new pair of keys. The private half stays there; paste what the second line prints.
      </p>
      <pre data-copy>
        <code>
          {'openssl genpkey -algorithm RSA -pkeyopt rsa_keygen_bits:3072 -out new-key.pem\n'}
          {'openssl pkey -in new-key.pem -pubout'}
        </code>
      </pre>
      <label for="public_key_pem">The new public key, as PEM</label>
      <textarea
        id="public_key_pem"
        name="public_key_pem"
        rows={10}
        required
        maxLength={8192}
        spellcheck={false}
        placeholder="-----BEGIN PUBLIC KEY-----"
        class="pem"
        {...isFaulty}
      />
      {keyed.takes_proof && <ProofField keyed={keyed} />}
      {fault !== undefined && (
        <p id="key-fault" role="alert">
          {fault}
        </p>
      )}
      <button type="submit" class="danger">
        Begin: replace its key in {keyed.hours} hours
      </button>
    </CsrfForm>
  )
}

const ProofField = ({ keyed: { agent_id } }: { keyed: Keyed }) => (
  <>
    <label for="proof">Proof that its private half is there</label>
    <input id="proof" name="proof" required maxLength={2048} aria-describedby="proof-help" />
    <small id="proof-help">
      The new key's signature (RSA-PSS, SHA-256) in base64url over{' '}
      <code>aui-key-rotation:v1:{agent_id}:FINGERPRINT</code>, with the SHA-256 of the new public key in DER, in hex.
    </small>
  </>
)

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
    <h2 id="running">Key replacement in progress</h2>
    <p>
      Started <TimeElement at={recovery.started_at} />. The new key replaces the current one at{' '}
      <strong>
        <MomentText at={recovery.completes_at} />
      </strong>
      , unless the agent ends the replacement with its current key or replaces that key itself.
    </p>
    <p>
      Fingerprint of the new key: <code class="fingerprint">{recovery.key_fingerprint}</code>
    </p>
    <p>
      If you did not start this, somebody can read your email or use one of your browsers. Withdraw the replacement, and
      end all sessions on your account page.
    </p>
    <CsrfForm action={`${path}/withdraw`} label="Withdraw the replacement">
      <button type="submit" class="danger">
        Withdraw replacement{' '}
      </button>
    </CsrfForm>
  </section>
)

const ENDED: Readonly<Record<string, string>> = {
  completed: 'the new key took effect',
  agent: 'the agent ended it with its key',
  rotation: 'the agent replaced its key itself',
  owner: 'it was withdrawn',
  operator: 'the operator of this server ended it',
  disabled: 'the agent was stopped',
  ownership: 'the agent changed owners',
}

export const LastRecovery = ({ recovery: { started_at, ended_at, outcome } }: { recovery: Recovery }) => (
  <p class="told" role="note">
    The last key replacement, started <TimeElement at={started_at} />, ended <TimeElement at={ended_at!} />:{' '}
    {ENDED[outcome ?? 'completed']}.
  </p>
)

const Meaning = ({ hours }: { hours: number }) => (
  <ul>
    <li>Use this only for a lost key. An agent that still has its key can replace it immediately by itself.</li>
    <li>
      Nothing changes for {hours} hours. The agent is notified through every channel and can end the replacement with
      its current key. You can withdraw it.
    </li>
    <li>
      After that, whoever holds the new key acts as the agent. The previous key is no longer valid, its tokens and the
      access it granted to clients end, and its services must be bound again.
    </li>
    <li>Its public profile shows the day on which you replaced its key.</li>
  </ul>
)

/** Why a replacement cannot start, or `undefined` if it can. */
function obstacle({ is_allowed, status, not_before }: Keyed) {
  if (!is_allowed) return <p>The operator of this server does not allow owners to replace the key of an agent.</p>
  if (status === 'disabled') return <p>The agent is stopped and could not object. Restart it first.</p>
  if (not_before === null) return undefined
  return (
    <p>
      Because the last replacement was ended, the next one can start at <MomentText at={not_before} />.
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

/** A stolen session alone must not be enough to replace a key. */
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
        On the machine where the agent runs, generate a new key pair. The private half stays there. Paste the output of
        the second command.
      </p>
      <pre data-copy>
        <code>
          {'openssl genpkey -algorithm RSA -pkeyopt rsa_keygen_bits:3072 -out new-key.pem\n'}
          {'openssl pkey -in new-key.pem -pubout'}
        </code>
      </pre>
      <label for="public_key_pem">New public key (PEM)</label>
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
        Replace its key in {keyed.hours} hours
      </button>
    </CsrfForm>
  )
}

const ProofField = ({ keyed: { agent_id } }: { keyed: Keyed }) => (
  <>
    <label for="proof">Proof of possession of the private key</label>
    <input id="proof" name="proof" required maxLength={2048} aria-describedby="proof-help" />
    <small id="proof-help">
      The signature of the new key (RSA-PSS, SHA-256), in base64url, over{' '}
      <code>aui-key-rotation:v1:{agent_id}:FINGERPRINT</code>. FINGERPRINT is the SHA-256 of the new public key in DER,
      in hex.
    </small>
  </>
)

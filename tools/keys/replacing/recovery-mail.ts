import type { Queryable } from '../../../storage/db/db.ts'
import { RETENTION } from '../../../storage/jobs/retention-periods.ts'
import type { RecoveryOutcome, RecoveryRow } from '../../../storage/keys/key-recoveries.ts'
import { queueMail } from '../../../storage/mail/mail-queue.ts'
import { putNotification } from '../../../storage/person-notifications/notification-rows.ts'
import type { Context } from '../../core/context.ts'
import { after } from '../../core/durations.ts'

/** Outcomes of a recovery. */
export type Turn = 'started' | RecoveryOutcome

const SUBJECTS: Readonly<Record<Turn, string>> = {
  started: 'key replacement started',
  completed: 'key replaced',
  agent: 'key replacement ended',
  rotation: 'key replacement ended',
  owner: 'key replacement ended',
  operator: 'key replacement ended',
  disabled: 'key replacement ended',
  ownership: 'key replacement ended',
}

/** Our own text: a mail never contains text of an agent. */
const EXPLANATIONS: Readonly<Record<Turn, string>> = {
  started: `From then on the current key is no longer valid, and the access that the agent granted to clients ends. Until
then the agent can stop the replacement with its current key, and you can withdraw it on the page below. The agent was
notified too.

If this was not you, somebody can read your email or use a browser in which you are signed in. Withdraw the replacement,
end all sessions on your account page, and remove passkeys there that are not yours.`,
  completed: 'Whoever holds the new key now acts as the agent. The previous key is no longer valid.',
  agent: 'The agent stopped the replacement with its current key. That key is not lost, or somebody else has it.',
  rotation: 'The agent replaced its key itself, using its previous key or its recovery key.',
  owner: 'The replacement was withdrawn from your account.',
  operator: 'The operator of the server ended the replacement.',
  disabled: 'The agent was stopped and could not have ended the replacement itself.',
  ownership: 'The agent now has another owner, or none.',
}

const STARTED_BY_RECOVERY_KEY = `From then on the current key is no longer valid, and device keys and the access that the agent granted to clients end.
Until then the agent can stop the replacement with its current key. The agent was notified too.`

type Needed = Pick<Context, 'now' | 'newId' | 'installation'>

/** Notifies the person who started a recovery of its outcome, if they still exist, on their pages and by mail. */
export async function mailRecovery(
  db: Queryable,
  { handle, row, turn }: { handle: string; row: RecoveryRow; turn: Turn },
  { now, newId, installation: { name, baseUrl } }: Needed,
): Promise<void> {
  const { id: recovery_id, agent_id, owner_id } = row
  if (owner_id === null) return
  const concerned = { person_id: owner_id, subject_id: recovery_id, actor_id: agent_id, created_at: now }
  await putNotification(db, { id: newId(), kind: 'key_recovery', ...concerned, isMailed: false })
  const moment =
    turn === 'started'
      ? `replaces its current key at ${row.completes_at}`
      : `was to replace its key at ${row.completes_at}`
  const by = row.started_by === 'owner' ? 'you' : 'its recovery key'
  const content = `A key recovery for your agent @${handle} on ${name}, ${baseUrl}, was started by ${by} at ${row.started_at}.
The key with this fingerprint (SHA-256) ${moment}:

  ${row.fingerprint}

${turn === 'started' && row.started_by === 'recovery_key' ? STARTED_BY_RECOVERY_KEY : EXPLANATIONS[turn]}

  ${baseUrl}/internal/agents/${encodeURIComponent(handle)}/key
`
  await queueMail(db, [{ id: newId(), person_id: owner_id, about: newId() }], {
    subject: `${name}: @${handle}: ${SUBJECTS[turn]}`,
    content,
    created_at: now,
    expires_at: after(now, RETENTION.mail.ms),
  })
}

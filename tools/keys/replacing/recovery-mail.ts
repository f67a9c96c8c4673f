import type { Queryable } from '../../../storage/db/db.ts'
import { RETENTION } from '../../../storage/jobs/retention-periods.ts'
import type { RecoveryOutcome, RecoveryRow } from '../../../storage/keys/key-recoveries.ts'
import { queueMail } from '../../../storage/mail/mail-queue.ts'
import type { Context } from '../../core/context.ts'
import { after } from '../../core/durations.ts'

/** What has become of a recovery. */
export type Turn = 'started' | RecoveryOutcome

const SUBJECTS: Readonly<Record<Turn, string>> = {
  started: 'its key is being replaced',
  completed: 'its key was replaced',
  agent: 'it keeps its key',
  rotation: 'it keeps its key',
  owner: 'it keeps its key',
  operator: 'it keeps its key',
  disabled: 'it keeps its key',
  ownership: 'it keeps its key',
}

/** In words of ours: nothing that an agent wrote stands in a mail. */
const TOLD: Readonly<Record<Turn, string>> = {
  started: `From then on the key that it has proves nothing any more, and all that it let clients do ends. Until then the
agent can end this with the key it has, and you on its page. It was told too.

If this was not you, somebody can read your mail or use a browser in which you are signed in: withdraw it on that page,
end all sessions on the page of your account, and remove passkeys there that are not yours.`,
  completed: 'Whoever holds the new key acts as the agent now. The former one proves nothing any more.',
  agent: 'The agent ended it by the key that it has: that key is not lost, or somebody else has it.',
  rotation: 'The agent replaced its key itself, by the one that it had: that one was not lost.',
  owner: 'It was withdrawn in your name.',
  operator: 'Those who run the server ended it.',
  disabled: 'The agent was stopped: it could not have ended it itself.',
  ownership: 'The agent has another owner by now, or none.',
}

type Needed = Pick<Context, 'now' | 'newId' | 'installation'>

/** Tells the person who asked for a recovery of what has become of it, where they are still there. */
export async function mailRecovery(
  db: Queryable,
  { handle, row, turn }: { handle: string; row: RecoveryRow; turn: Turn },
  { now, newId, installation: { name, baseUrl } }: Needed,
): Promise<void> {
  if (row.owner_id === null) return
  const moment =
    turn === 'started'
      ? `is put in the place of its key at ${row.completes_at}`
      : `was to replace its key at ${row.completes_at}`
  const content = `At ${name}, ${baseUrl}, a recovery of the key of your agent @${handle} was begun at ${row.started_at}.
The key with this fingerprint (SHA-256) ${moment}:

  ${row.fingerprint}

${TOLD[turn]}

  ${baseUrl}/internal/agents/${encodeURIComponent(handle)}/key
`
  await queueMail(db, [{ id: newId(), person_id: row.owner_id, about: newId() }], {
    subject: `${name}: @${handle}, ${SUBJECTS[turn]}`,
    content,
    created_at: now,
    expires_at: after(now, RETENTION.mail.ms),
  })
}

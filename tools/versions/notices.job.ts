import type { Queryable } from '../../storage/db/db.ts'
import { RETENTION } from '../../storage/jobs/retention-periods.ts'
import { queueMail } from '../../storage/mail/mail-queue.ts'
import {
  findAgentsWithoutNotice,
  findOwnersWithoutNotice,
  lockOpenNotice,
  moveNotice,
  type OpenNotice,
} from '../../storage/versions/deprecation-notices.ts'
import type { TransactionScope } from '../core/context.ts'
import { SECOND } from '../core/durations.ts'
import type { Job, JobContext } from '../core/jobs/job-runner.ts'
import { processHead } from '../core/jobs/row-queue.ts'
import { deprecationMail } from './deprecation-mail.ts'

/** Agents and owners notified per transaction; limits how long events of others wait. */
const SLICE = 500

/** Sends agents and owners the notices of ending versions (VER-19, VER-20), each once. */
export const noticesJob: Job = {
  name: 'notify_version_endings',
  everyMs: 10 * SECOND,
  async run(context) {
    const more = await processHead(context, {
      name: 'notify_version_endings',
      take: (db, skipped) => lockOpenNotice(db, context.now, skipped),
      idOf: ({ id }) => id,
      async process(scope, notice) {
        const { id, agents_notified_through: lastAgent, owners_emailed_through: lastOwner } = notice
        await moveNotice(scope.db, {
          id,
          agents_notified_through: lastAgent === null ? null : await notifyAgents(scope, notice, lastAgent),
          owners_emailed_through: lastOwner === null ? null : await emailOwners(scope.db, notice, lastOwner, context),
        })
      },
    })
    return { more }
  },
}

const lastOf = (rows: readonly { id: string }[]): string | null => (rows.length === SLICE ? rows.at(-1)!.id : null)

async function notifyAgents({ db, emit }: TransactionScope, notice: OpenNotice, after: string): Promise<string | null> {
  const agents = await findAgentsWithoutNotice(db, after, notice.due_at, SLICE)
  const { id: _, due_at, agents_notified_through, owners_emailed_through, ...data } = notice
  const event = { actor: { kind: 'platform' }, subject: {}, excerpt: '', data }
  for (const { id } of agents) emit(id, 'platform.api.deprecation_notice', event)
  return lastOf(agents)
}

async function emailOwners(
  db: Queryable,
  notice: OpenNotice,
  after: string,
  { newId, now, installation }: JobContext,
): Promise<string | null> {
  const owners = await findOwnersWithoutNotice(db, after, SLICE)
  const mails = owners.map(({ id }) => ({ id: newId(), person_id: id, about: notice.id }))
  const expires_at = new Date(now.getTime() + RETENTION.mail.ms)
  await queueMail(db, mails, { ...deprecationMail(notice, installation), created_at: now, expires_at })
  return lastOf(owners)
}

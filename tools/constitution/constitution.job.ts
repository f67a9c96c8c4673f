import {
  endAnnouncement,
  findAnnounced,
  findConstitution,
  findUnannounced,
  lockConstitutions,
  moveAnnouncement,
} from '../../storage/constitution/constitutions.ts'
import { takeBack } from '../../storage/jobs/set-aside.ts'
import type { TransactionScope } from '../core/context.ts'
import { SECOND } from '../core/durations.ts'
import type { Job } from '../core/jobs/job-runner.ts'
import { processTogether } from '../core/jobs/row-queue.ts'
import { readSettings } from '../core/setting-values.ts'
import { isInForce, publishConstitution, writeConstitution } from './publish-constitution.ts'

const NAME = 'publish_constitution'

/** Agents notified per transaction; limits how long events of others wait. */
const SLICE = 500

/** Publishes changes by another server version or the operator, and notifies agents. */
export const constitutionJob: Job = {
  name: NAME,
  everyMs: 10 * SECOND,
  async run(work) {
    const { db, now, transaction } = work
    const content = writeConstitution(await readSettings(db))
    if (!isInForce(await findConstitution(db), content)) await transaction(scope => publishConstitution(scope.db, work))
    const more = await processTogether(work, {
      name: NAME,
      limit: SLICE,
      find: limit => findUnannounced(db, NAME, now, limit),
      idOf: ({ id }) => id,
      process: agents => transaction(scope => announce(scope, agents)),
    })
    if (!more) await endAnnouncement(db)
    return { more }
  },
}

/** Continues after the last notified agent, and retries those that were set aside. */
async function announce({ db, emit }: TransactionScope, agents: readonly { id: string }[]): Promise<void> {
  await lockConstitutions(db)
  const announced = await findAnnounced(db)
  if (!announced) return
  const { id, version, sha256, published_at, notified_through: lastNotified } = announced
  const skipped = await takeBack(
    db,
    NAME,
    agents.map(agent => agent.id),
  )
  const next = agents.filter(agent => lastNotified !== null && agent.id > lastNotified)
  for (const agent of agents) {
    if (!skipped.has(agent.id) && !next.includes(agent)) continue
    const data = { version, sha256, published_at }
    emit(agent.id, 'platform.constitution.updated', { actor: { kind: 'platform' }, subject: {}, excerpt: '', data })
  }
  const last = next.at(-1)
  if (last) await moveAnnouncement(db, id, last.id)
}

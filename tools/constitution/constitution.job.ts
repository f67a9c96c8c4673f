import {
  findConstitution,
  findTelling,
  findUntoldAgents,
  lockConstitutions,
  setTold,
} from '../../storage/constitution/constitution.ts'
import { SECOND } from '../kernel/durations.ts'
import type { Job, JobContext } from '../kernel/jobs.ts'
import { readSettings } from '../kernel/settings.ts'
import { isInForce, publishConstitution, writeConstitution } from './constitution.ts'

/** Agents that are told in one transaction: events of others wait behind no more than these. */
const SLICE = 500

/** Publishes what another version of the server, or the operator, changed, and tells the agents. */
export const constitutionJob: Job = {
  name: 'publish the constitution',
  everyMs: 10 * SECOND,
  async run(context) {
    const { db, transaction } = context
    const content = writeConstitution(await readSettings(db))
    if (!isInForce(await findConstitution(db), content)) {
      await transaction(scope => publishConstitution(scope.db, context))
    }
    return { more: (await findTelling(db)) !== undefined && (await tellSome(context)) }
  },
}

/** Goes on behind the last agent that was told, and says whether there are more. */
const tellSome = ({ transaction }: JobContext): Promise<boolean> =>
  transaction(async ({ db, emit }) => {
    await lockConstitutions(db)
    const telling = await findTelling(db)
    if (!telling) return false
    const { id, version, sha256, published_at } = telling
    const agents = await findUntoldAgents(db, telling, SLICE)
    for (const agent of agents) {
      const actor = { kind: 'platform' }
      emit(agent.id, 'platform.constitution.updated', {
        actor,
        subject: {},
        excerpt: '',
        data: { version, sha256, published_at },
      })
    }
    const more = agents.length === SLICE
    await setTold(db, id, more ? agents.at(-1)!.id : null)
    return more
  })

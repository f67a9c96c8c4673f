import type { Attack } from './attack.ts'
import { batches } from './attacks/batches.ts'
import { challenges } from './attacks/challenges.ts'
import { cheapIdentities } from './attacks/cheap-identities.ts'
import { crowdedSpaces } from './attacks/crowded-spaces.ts'
import { deadRows } from './attacks/dead-rows.ts'
import { deepThreads } from './attacks/deep-threads.ts'
import { floodedThreads } from './attacks/flooded-threads.ts'
import { garbageCredentials } from './attacks/garbage-credentials.ts'
import { greedyAgent } from './attacks/greedy-agent.ts'
import { halfBodies } from './attacks/half-bodies.ts'
import { hostileSchemas } from './attacks/hostile-schemas.ts'
import { imports } from './attacks/imports.ts'
import { manyWebhooks } from './attacks/many-webhooks.ts'
import { disputes } from './attacks/marketplace/disputes.ts'
import { manyProviders } from './attacks/marketplace/many-providers.ts'
import { offers } from './attacks/marketplace/offers.ts'
import { hostilePurchases } from './attacks/marketplace/purchases.ts'
import { slowProviders } from './attacks/marketplace/slow-providers.ts'
import { tasks } from './attacks/marketplace/tasks.ts'
import { nothing } from './attacks/no-attack.ts'
import { oneVoice } from './attacks/one-voice.ts'
import { pictures } from './attacks/pictures.ts'
import { pollsAndStreams } from './attacks/polls-and-streams.ts'
import { refusedInputs } from './attacks/refused-inputs.ts'
import { searches } from './attacks/searches.ts'
import { signIns } from './attacks/sign-ins.ts'
import { slowReaders } from './attacks/slow-readers.ts'
import { webhooks } from './attacks/webhooks.ts'

/** Cases by what a client does to a server; the attacks of a case run one after another against one server. */
export const CASES: Record<string, readonly Attack[]> = {
  nothing: [nothing],
  batches,
  pictures,
  'deep-threads': deepThreads,
  'unread-answers': slowReaders,
  'polls-and-streams': pollsAndStreams,
  'half-bodies': halfBodies,
  'garbage-credentials': garbageCredentials,
  'refused-inputs': refusedInputs,
  'dead-rows': deadRows,
  'cheap-identities': cheapIdentities,
  'sign-ins': signIns,
  challenges,
  'crowded-spaces': crowdedSpaces,
  'flooded-threads': floodedThreads,
  searches,
  'greedy-agent': greedyAgent,
  'one-voice': oneVoice,
  'hostile-schemas': hostileSchemas,
  webhooks: [...webhooks, manyWebhooks],
  'slow-providers': [slowProviders, manyProviders],
  tasks,
  offers,
  purchases: hostilePurchases,
  disputes,
  imports,
}

export function findAttack(name: string): Attack {
  const attacks = Object.values(CASES)
    .flat()
    .find(attack => attack.name === name)
  if (!attacks) throw new Error(`no attack ${name}`)
  return attacks
}

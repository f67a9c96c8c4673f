import type { AgentActor, PersonActor } from '../../tools/kernel/context.ts'
import { jobContext } from '../../tools/kernel/jobs.ts'
import { readPublicKey } from '../../tools/keys/public-key.ts'
import { keyRecoveriesJob } from '../../tools/keys/recovery/key-recoveries.job.ts'
import { startKeyRecovery } from '../../tools/keys/recovery/start-key-recovery.ts'
import { listMail } from '../../tools/mail/list-mail.ts'
import { acceptOwnership } from '../../tools/ownership/accept-ownership.ts'
import { type PeopleTool, performAsPerson } from '../../tools/perform-as-person.ts'
import { setSetting } from '../../tools/settings/set-setting.ts'
import { newKeyPair } from '../values/key-pairs.ts'
import { addPerson, signInPerson } from './persons.ts'
import type { Answered, World } from './world.ts'

export const HOUR = 3_600_000

export const allowRecovery = (world: World, value = true) =>
  world.callOperator(setSetting, { name: 'keys.recovery', value })

export async function asPerson(
  { runtime }: World,
  actor: PersonActor,
  tool: PeopleTool,
  input: object = {},
): Promise<Answered> {
  return (await performAsPerson(runtime, tool, actor, { input, request_id: 'test' })).output
}

export interface Kept {
  agent: AgentActor
  owner: PersonActor
}

/** An agent with a person who owns it and has just signed in. */
export async function keep(world: World, handle: string, extra: object = {}): Promise<Kept> {
  const user_id = await addPerson(world, `owner-of-${handle}`)
  const owner = await signInPerson(world, user_id)
  const agent = await world.agent(handle, { user_id, ...extra })
  await asPerson(world, owner, acceptOwnership, { agent: handle })
  return { owner, agent: { ...agent, status: 'active' } }
}

/** The owner gives a new key, which is answered, with what the server says of the recovery. */
export async function begin(world: World, { agent, owner }: Kept, pem = newKeyPair().publicKey): Promise<Answered> {
  const { recovery } = await asPerson(world, owner, startKeyRecovery, { agent: agent.handle, public_key_pem: pem })
  return { ...recovery, pem }
}

export const fingerprintOf = (pem: string): string => {
  const read = readPublicKey(pem)
  return read.ok ? read.fingerprint : ''
}

export const runRecoveries = ({ runtime }: World) => keyRecoveriesJob.run(jobContext(runtime, keyRecoveriesJob.name))

/** What the agent was told about its key. */
export const toldOfKey = async (world: World, agent: AgentActor) =>
  (await world.eventsFor(agent)).filter(({ type }) => type.startsWith('agent.key'))

export const currentKey = ({ runtime }: World, { agent_id }: AgentActor) => runtime.keys.find(agent_id, { fresh: true })

/** The subjects of the mails to the owner of the agent of that handle, newest first. */
export async function mailsTo(world: World, handle: string): Promise<string[]> {
  const { mail } = await world.callOperator(listMail, { limit: 100 })
  const to = `owner-of-${handle}@people.test`
  return mail.filter(({ email }: { email: string }) => email === to).map(({ subject }: { subject: string }) => subject)
}

/** So much later, and back again: tests of one world stand beside each other. */
export async function later(world: World, ms: number, run: () => Promise<void>): Promise<void> {
  world.advance(ms)
  try {
    await run()
  } finally {
    world.advance(-ms)
  }
}

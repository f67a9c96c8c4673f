import { createPrivateKey, type JsonWebKey } from 'node:crypto'
import { generateAgentCardSignature } from '@a2a-js/sdk'
import type { TestFn } from 'ava'
import { SQL } from 'sql-template-strings'
import { openEgress } from '../../push/egress.ts'
import { extensionUris } from '../../tools/broker/extensions.ts'
import { bindServiceEndpoint } from '../../tools/endpoints/bind-service-endpoint.ts'
import type { AgentActor } from '../../tools/kernel/context.ts'
import { createService } from '../../tools/services/create-service.ts'
import { transitionService } from '../../tools/services/transition-service.ts'
import { agentCard, type CardJson } from '../doubles/agent-cards.ts'
import { openProviders, type Provider, type ProviderOptions } from '../doubles/provider.ts'
import { keyPairOf, useWorld, type World } from './world.ts'

const HEADER = { alg: 'PS256', kid: 'key-1', typ: 'JOSE' }

/** The card, signed by `@a2a-js/sdk` with the key of the agent of that handle. */
export const signedCard = async (card: CardJson, handle: string): Promise<object> =>
  await generateAgentCardSignature(createPrivateKey(keyPairOf(handle).privateKey), HEADER)(card as never)

/** A world whose broker reaches providers on this machine. */
export function useProviders(test: TestFn, given: Partial<Parameters<typeof openEgress>[0]> = {}) {
  const providers = openProviders()
  const egress = openEgress({ monotonic: () => performance.now(), ...providers.egress, ...given })
  const world = useWorld(test, { egress })
  test.after.always(() => Promise.all([egress.close(), providers.close()]))
  return { world, providers }
}

interface ProvideOptions extends ProviderOptions {
  /** Of the card. */
  changes?: CardJson
  /** It takes whatever comes. */
  isCareless?: boolean
}

let opened = 0

/** Of each world: a key pair takes a while. */
const agents = new WeakMap<World, Map<string, Promise<AgentActor>>>()

function agentOf(world: World, handle: string): Promise<AgentActor> {
  const known = agents.get(world) ?? new Map<string, Promise<AgentActor>>()
  agents.set(world, known)
  const agent = known.get(handle) ?? world.agent(handle)
  known.set(handle, agent)
  return agent
}

/** A new service of the agent of that handle, and its provider, whose card is right. */
export async function provide(
  world: World,
  providers: ReturnType<typeof openProviders>,
  handle: string,
  { changes, isCareless, ...options }: ProvideOptions = {},
): Promise<Provided> {
  const number = opened++
  const agent = await agentOf(world, handle)
  const { id: service_id } = await world.call(createService, agent, {
    handle: `weaving-${number}`,
    name: 'Weaving',
    invocation_modes: ['aui_task'],
  })
  const keys = async () => ({
    keys: (
      await world.db.many<{ public_jwk: JsonWebKey & { kid: string } }>(
        SQL`select public_jwk from signing_key where purpose = 'broker'`,
      )
    ).map(({ public_jwk }) => public_jwk),
  })
  const careful = { verifying: { keys, clock: world.runtime.clock }, agentId: agent.agent_id }
  const provider = await providers.open(`${handle}-${number}`, { ...(isCareless ? {} : careful), ...options })
  const { signature } = extensionUris(world.runtime.installation.baseUrl)
  const card = agentCard(provider.url, signature, changes)
  provider.setCard(await signedCard(card, handle))
  return { agent, service_id, provider, card }
}

export interface Provided {
  agent: AgentActor
  service_id: string
  provider: Provider
  card: CardJson
}

/** What its owner asks to bind. */
export const wantedOf = ({ service_id, provider }: Pick<Provided, 'service_id' | 'provider'>) => ({
  service_id,
  card_url: provider.cardUrl,
  skill_id: 'weave',
})

export const bind = (world: World, provided: Provided) =>
  world.call(bindServiceEndpoint, provided.agent, wantedOf(provided))

export const activate = (world: World, { agent, service_id }: Provided) =>
  world.call(transitionService, agent, { service_id, to: 'active' })

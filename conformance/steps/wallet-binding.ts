import { type EvmKey, personalSign } from '../clients/evm.ts'
import type { Data } from '../clients/http.ts'
import type { Identity } from '../clients/signing.ts'
import { needsOperator } from '../operator.ts'
import type { World } from '../world.ts'

/** Runs if agents can be paid; skipped if there is no chain. */
export const whilePaid = (world: World, run: () => Promise<void>) => needsOperator(world).during('payments', 'on', run)

export async function serviceName({ http }: Pick<World, 'http'>): Promise<string> {
  return String((await http.send({ path: '/api/v1/aui/discovery.json' })).data.service)
}

export type BindingStatement = { address: string; issued_at: string; service?: string; handle?: string }

/** The payload that binds the address of a key, with overrides. */
export async function binding(
  world: World,
  agent: Identity,
  key: EvmKey,
  given: Partial<BindingStatement> = {},
): Promise<Data> {
  const { address = key.address, issued_at = new Date().toISOString() } = given
  const { service = await serviceName(world), handle = agent.handle } = given
  return { address, issued_at, signature: personalSign(key, statement({ service, handle, address, issued_at })) }
}

export const statement = ({ service, handle, address, issued_at }: Required<BindingStatement>): string =>
  `${service} wallet binding\nagent: @${handle}\naddress: ${address}\nissued_at: ${issued_at}`

import type { TestFn } from 'ava'
import type { BaseWallet } from 'ethers'
import { SQL } from 'sql-template-strings'
import { type JsonRpc, openJsonRpc } from '../../push/json-rpc.ts'
import type { AgentActor } from '../../tools/kernel/context.ts'
import { jobContext } from '../../tools/kernel/jobs.ts'
import { getServicePurchase } from '../../tools/purchases/get-service-purchase.ts'
import { quoteServicePurchase } from '../../tools/purchases/quote-service-purchase.ts'
import { reconcileJob } from '../../tools/purchases/reconcile.job.ts'
import { settleServicePurchase } from '../../tools/purchases/settle-service-purchase.ts'
import { CHAIN, type Chain, type TokenKind, useChain } from '../doubles/chain.ts'
import { enablePayments, openRail, railOf } from '../doubles/rails.ts'
import { type OfferedService, offerService } from './market.ts'
import { type Answered, useWorld, type World } from './world.ts'

export const PRICE = { pricing_model: 'forever', amount: '1.5', currency: 'USDC' } as const
export const ATOMS = 1_500_000n

/** What is done on the way to the node with a call of that method, in place of handing it on. */
type Intercept = (pass: () => Promise<unknown>, parameters: readonly unknown[]) => Promise<unknown>

/** A seller with a wallet and what it takes to buy from it, on a chain of the file's own. */
export function useBuying(test: TestFn, kind?: TokenKind) {
  const chain = useChain(test, kind)
  const payments = openRail()
  let elapsed = 0
  // Waiting for the chain takes no time: each look at the clock is a second later.
  const world = useWorld(test, { payments, monotonic: () => (elapsed += 1_000) })
  const intercepts = new Map<string, Intercept>()
  let seller: AgentActor
  const payee = () => chain().account(3).address
  test.before(async () => {
    if (!CHAIN.isThere) return
    await enablePayments(world())
    seller = await world().agent('seller')
    await bindTo(world(), seller, payee())
    const node = openJsonRpc(chain().url)
    payments.rpc = throughIntercepts(node, intercepts)
    payments.stand(await railOf(node, chain()))
  })
  test.afterEach.always(() => intercepts.clear())
  const quote = async (buyer: AgentActor, payer: BaseWallet | string, { service = {}, ...input }: Wanted = {}) => {
    const pricing = { ...PRICE, ...service.pricing }
    const offered = await offerService(world(), seller, { valid_ms: 3_600_000, ...service, pricing })
    const payer_address = typeof payer === 'string' ? payer : payer.address
    const { offer_revision_id } = offered
    return await world().call(quoteServicePurchase, buyer, { offer_revision_id, payer_address, ...input })
  }
  const settle = (buyer: AgentActor, payment_hash: string, signature: string) =>
    world().call(settleServicePurchase, buyer, { payment_hash, signature })
  return {
    chain,
    payments,
    world,
    seller: () => seller,
    payee,
    quote,
    settle,
    get: (buyer: AgentActor, payment_hash: string) => world().call(getServicePurchase, buyer, { payment_hash }),
    /** In place of the node, until the test ends; without a function, the node again. */
    intercept(method: string, by?: Intercept) {
      if (by) intercepts.set(method, by)
      else intercepts.delete(method)
    },
    /** What the job does, once a minute later. */
    async reconcile() {
      world().advance(61_000)
      await reconcileJob.run(jobContext(world().runtime, 'test'))
    },
  }
}

const throughIntercepts = (node: JsonRpc, intercepts: ReadonlyMap<string, Intercept>): JsonRpc => ({
  call(method, parameters) {
    const pass = () => node.call(method, parameters)
    return intercepts.get(method)?.(pass, parameters) ?? pass()
  },
})

interface Wanted {
  service?: OfferedService
  [input: string]: unknown
}

/** What a wallet does with what a quote has to sign. */
export function signQuote(wallet: BaseWallet, { signing_payload }: Answered): Promise<string> {
  const { domain, types, message } = signing_payload
  const { TransferWithAuthorization } = types
  return wallet.signTypedData(domain, { TransferWithAuthorization }, message)
}

export const bindTo = ({ db }: Pick<World, 'db'>, { agent_id }: Pick<AgentActor, 'agent_id'>, address: string) =>
  db.many(SQL`
    insert into wallet (agent_id, address, attested_at) values (${agent_id}, ${address}, ${new Date(0)})
    on conflict (agent_id) do update set address = excluded.address, attested_at = excluded.attested_at`)

/** How many transfers of the token went between two addresses, and how much by all of them. */
export async function transfersOf({ provider, token }: Chain, from: string, to: string) {
  const logs = await provider.getLogs({ address: token, fromBlock: 0, topics: [TRANSFER, word(from), word(to)] })
  return { count: logs.length, atoms: logs.reduce((sum, { data }) => sum + BigInt(data), 0n) }
}

const TRANSFER = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef'
const word = (address: string) => `0x${address.slice(2).toLowerCase().padStart(64, '0')}`

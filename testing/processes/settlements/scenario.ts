import { type BaseWallet, Wallet } from 'ethers'
import type { Chance } from '../../../bench/large/chance.ts'
import type { AgentActor } from '../../../tools/core/context.ts'
import type { TestChain } from '../../fakes/test-chain.ts'
import { bindPayer, signQuote } from '../../fixtures/purchase-world.ts'
import { offerTestService } from '../../fixtures/test-market.ts'
import { createTestRuntime, type TestWorld } from '../../fixtures/test-world.ts'
import type { Clients, TwoServersAgent, TwoServersAnswer } from '../two-servers.ts'

const PRICES = ['1.5', '0.000001', '12345.678901', '0.1', '999999.999999']
const HAD = 10n ** 18n
const PAYERS = 8
const OFFERED_FOR_MS = 24 * 3_600_000

/** A quote, and what its payer signed. */
export interface ScenarioDeal {
  data: TwoServersAnswer['data']
  payer: BaseWallet
  signature: string
  settle(server: number): Promise<TwoServersAnswer | undefined>
}

interface Place {
  clients: Clients
  chain: TestChain
  chance: Chance
  /** Resolves once that process serves. */
  untilUp(server: number): Promise<void>
}

/** Buyers and sellers, and addresses with money: enough for so many rights, each another's. */
export async function createScenario({ clients, chain, chance, untilUp }: Place, rights: number) {
  const { db } = clients
  const side = Math.ceil(Math.sqrt(rights))
  const world = { runtime: createTestRuntime(db, clients.now), db } as TestWorld
  const offers: string[] = []
  for (let n = 0; n < side; n++) {
    const seller = { ...(await clients.enroll(`sells-${n}`)), key_version: 1, key_fingerprint: 'x' }
    const owner = seller as unknown as AgentActor
    await bindPayer(world, owner, Wallet.createRandom().address)
    const pricing = { pricing_model: 'forever' as const, amount: PRICES[n % PRICES.length]!, currency: 'USDC' }
    offers.push((await offerTestService(world, owner, { pricing, valid_ms: OFFERED_FOR_MS })).offer_revision_id)
  }
  const buyers: TwoServersAgent[] = []
  while (buyers.length < side) buyers.push(await clients.enroll(`buys-${buyers.length}`))
  const payers: BaseWallet[] = []
  while (payers.length < PAYERS) payers.push(await chain.wallet(HAD))

  /** As often as it takes: nothing is lost by a quote. */
  async function quote(buyer: TwoServersAgent, offer: string, payer: BaseWallet): Promise<TwoServersAnswer> {
    for (;;) {
      const server = chance.below(2)
      await untilUp(server)
      const path = `/service-offers/${offer}/purchase/quote`
      const asked = clients.send(buyer, 'POST', path, { payer_address: payer.address }, server)
      const answer = await asked.catch(() => undefined)
      if (answer !== undefined && answer.status !== 503) return answer
    }
  }

  return {
    had: new Map(payers.map(({ address }) => [address, HAD])),
    /** For the right of that number, `undefined` where it is bought already. */
    async deal(right: number, payer = chance.of(payers)): Promise<ScenarioDeal | undefined> {
      const [buyer, offer] = [buyers[right % side]!, offers[Math.floor(right / side)]!]
      const { status, data } = await quote(buyer, offer, payer)
      if (status !== 200) return undefined
      const signature = await signQuote(payer, data)
      return {
        ...{ data, payer, signature },
        async settle(server) {
          await untilUp(server)
          const path = `/service-purchases/${data.payment_hash}/settle`
          return await clients.send(buyer, 'POST', path, { signature }, server).catch(() => undefined)
        },
      }
    },
  }
}

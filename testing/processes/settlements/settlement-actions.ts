import { setTimeout as pause } from 'node:timers/promises'
import { type BaseWallet, Contract } from 'ethers'
import type { Chance } from '../../../bench/large/chance.ts'
import type { TestChain } from '../../fakes/test-chain.ts'
import type { TwoServersAnswer } from '../two-servers.ts'
import type { ScenarioDeal } from './scenario.ts'

const TOKEN = [
  'function transferWithAuthorization(address,address,uint256,uint256,uint256,bytes32,bytes)',
  'function cancelAuthorization(address,bytes32,bytes)',
]
const CANCEL = {
  CancelAuthorization: [
    { name: 'authorizer', type: 'address' },
    { name: 'nonce', type: 'bytes32' },
  ],
}

/** What buyers do, most of them something sound. */
export type SettlementAction = 'patient' | 'careless' | 'twice' | 'rival' | 'overtaken' | 'cancelled' | 'forgotten'

const ACTIONS: readonly SettlementAction[] = [
  ...(['patient', 'patient', 'patient', 'patient', 'careless', 'careless', 'twice', 'twice'] as const),
  ...(['rival', 'overtaken', 'cancelled', 'forgotten'] as const),
]

export const settlementActionOf = (chance: Chance): SettlementAction => chance.of(ACTIONS)

/** The responses that a buyer may get while a chain, a node and servers fail. */
const FAIR: Record<string, number> = {
  'settlement-pending': 409,
  'entitlement-already-held': 409,
  'authorization-canceled': 409,
  'quote-expired': 409,
  'rail-unavailable': 503,
  // A lock that is waited for too long.
  'service-unavailable': 503,
}

interface Place {
  /** Called with each response that is not acceptable. */
  blame(answer: TwoServersAnswer): void
  chain: TestChain
  chance: Chance
  deal(): Promise<ScenarioDeal | undefined>
  /** Has Ether, and nobody else uses it meanwhile. */
  stranger: BaseWallet
}

const PATIENCE = 12
const PAUSE_MS = 200

export async function runSettlementAction(
  action: SettlementAction,
  { blame, chain, chance, deal, stranger }: Place,
): Promise<void> {
  const [first, second] = [await deal(), action === 'rival' ? await deal() : undefined]
  if (!first || action === 'forgotten') return
  const judge = (answer: TwoServersAnswer | undefined) => {
    if (!answer || answer.status === 201) return answer?.status
    if (FAIR[answer.slug ?? ''] !== answer.status) blame(answer)
    return answer.status
  }
  const settle = async (sold = first, server = chance.below(2)) => judge(await sold.settle(server))
  if (action === 'careless') await settle()
  if (action === 'patient')
    for (let turn = 0; turn < PATIENCE && (await settle()) !== 201; turn++) await pause(PAUSE_MS)
  if (action === 'twice') await Promise.all([0, 1, 0, 1].map(server => settle(first, server)))
  if (action === 'rival') await Promise.all([settle(first, 0), second && settle(second, 1)])
  // Nobody waits for those: the chain may take them late, or never.
  const token = new Contract(chain.token, TOKEN, stranger.connect(chain.provider))
  if (action === 'overtaken') await Promise.all([overtake(token, first), settle()])
  if (action === 'cancelled') await Promise.all([cancel(token, first), settle()])
}

async function overtake(token: Contract, { data, signature }: ScenarioDeal): Promise<void> {
  const { from, to, value, validAfter, validBefore, nonce } = data.signing_payload.message
  const words = [from, to, value, validAfter, validBefore, nonce, signature]
  await token
    .getFunction('transferWithAuthorization')(...words)
    .catch(() => {})
}

async function cancel(token: Contract, { data, payer }: ScenarioDeal): Promise<void> {
  const { domain, message } = data.signing_payload
  const signed = await payer.signTypedData(domain, CANCEL, { authorizer: payer.address, nonce: message.nonce })
  await token
    .getFunction('cancelAuthorization')(payer.address, message.nonce, signed)
    .catch(() => {})
}

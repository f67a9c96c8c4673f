import test, { type ExecutionContext } from 'ava'
import { SQL, type SQLStatement } from 'sql-template-strings'
import { chanceFrom } from '../../bench/large/chance.ts'
import { until } from '../../conformance/until.ts'
import { CHAIN } from '../../testing/fakes/test-chain.ts'
import { HOLD_PASSED_MS, useSettlingPrograms } from '../../testing/processes/settlement-programs.ts'
import { createFaultyNode } from '../../testing/processes/settlements/faulty-node.ts'
import { runKillLoop, type Victim } from '../../testing/processes/settlements/kill-loop.ts'
import { balanceBooks } from '../../testing/processes/settlements/ledger.ts'
import { createScenario } from '../../testing/processes/settlements/scenario.ts'
import { runSettlementAction, settlementActionOf } from '../../testing/processes/settlements/settlement-actions.ts'
import type { TwoServersAnswer } from '../../testing/processes/two-servers.ts'

const { chain, clients, stage } = useSettlingPrograms(test)
const onChain = CHAIN.isAvailable ? test.serial : test.serial.skip

/** The number of quotes; `SETTLEMENTS=300` and `PROPERTY_SEED=2` try more and different ones. */
const SETTLEMENTS = Number(process.env.SETTLEMENTS ?? 30)
const SEED = Number(process.env.PROPERTY_SEED ?? 1)
const AT_ONCE = 6
/** After this many settlements, held calls are released; after this many, the chain drops its last blocks. */
const [LET_GO, FORGOTTEN] = [6, 24]
/** Longer than signatures are valid, and the depth at which the chain considers blocks final. */
const EXPIRED_SECONDS = 1_200
const FINAL_BLOCKS = 70
const PATIENCE_MS = 900_000

type Stage = Awaited<ReturnType<typeof stage>>

async function openVictims(t: ExecutionContext, { start }: Stage): Promise<readonly [Victim, Victim]> {
  const open = async (index: number): Promise<Victim> => {
    const node = await createFaultyNode(t, { url: chain().url, chance: chanceFrom(SEED + index) })
    const begin = () => start(index, node.url)
    return { node, start: begin, program: await begin(), up: Promise.resolve() }
  }
  return [await open(0), await open(1)]
}

const listLeft = (condition: SQLStatement) =>
  clients().db.many(
    SQL`select status, failure_code, check_at, leased_until, valid_before from service_purchase where `.append(
      condition,
    ),
  )

/** Without further calls, the job completes pending purchases, and expires unpaid ones as the chain's time advances. */
async function letTimePass({ advance }: Stage, offset: number): Promise<void> {
  const { provider } = chain()
  let ahead = offset
  const endAll = async (condition: SQLStatement, blocks: number) => {
    const ask = async () => {
      await provider.send('anvil_mine', [`0x${blocks.toString(16)}`])
      advance((ahead += HOLD_PASSED_MS))
      return await listLeft(condition)
    }
    const left = await until(ask, rows => rows.length === 0, PATIENCE_MS)
    if (left.length > 0)
      throw new Error(`not ended by ${new Date(Date.now() + ahead).toISOString()}: ${JSON.stringify(left)}`)
  }
  await endAll(SQL`status = 'submitted'`, 1)
  ahead += EXPIRED_SECONDS * 1_000
  // The last quotes are valid by the servers' time, which is ahead of the chain's.
  await provider.send('evm_increaseTime', [EXPIRED_SECONDS + Math.ceil(offset / 1_000)])
  await endAll(SQL`check_at is not null`, FINAL_BLOCKS)
}

onChain(
  `${SETTLEMENTS} settlements by two processes that are repeatedly killed, with failing nodes, are paid once or not at all${CHAIN.skipNote}`,
  async t => {
    t.timeout(30 * 60_000)
    const chance = chanceFrom(SEED)
    const { provider } = chain()
    const staged = await stage(t)
    const victims = await openVictims(t, staged)
    let stop = () => {}
    const stopped = new Promise<void>(resolve => (stop = resolve))
    t.teardown(stop)
    const untilUp = (server: number) => victims[server]!.up
    const bazaar = await createScenario({ clients: clients(), chain: chain(), chance, untilUp }, SETTLEMENTS)
    await provider.send('anvil_mine', [`0x${FINAL_BLOCKS.toString(16)}`])
    await provider.send('evm_setIntervalMining', [1])
    for (const { node } of victims) await node.misbehave(true)
    const killed = victims.map((victim, index) => runKillLoop(victim, chanceFrom(SEED + 10 + index), stopped))
    let [begun, offset] = [0, 0]
    const unfair: string[] = []
    const blame = ({ status, text }: TwoServersAnswer) => unfair.push(`${status} ${text}`)
    const buyOn = async (worker: number) => {
      for (let right = begun++; right < SETTLEMENTS; right = begun++) {
        if (right % LET_GO === LET_GO - 1) staged.advance((offset += HOLD_PASSED_MS))
        if (right % FORGOTTEN === FORGOTTEN - 1) await provider.send('anvil_reorg', [1 + chance.below(2), []])
        const deal = () => bazaar.deal(right)
        const stranger = chain().account(4 + worker)
        await runSettlementAction(settlementActionOf(chance), { blame, chain: chain(), chance, deal, stranger })
      }
    }
    await Promise.all(Array.from({ length: AT_ONCE }, (_, worker) => buyOn(worker)))
    for (const { node } of victims) await node.misbehave(false)
    stop()
    const kills = await Promise.all(killed)
    await letTimePass(staged, offset)
    const books = await balanceBooks(t, { chain: chain(), db: clients().db, had: bazaar.had })
    const calls = victims.map(({ node }) => JSON.stringify(node.counts))
    t.log(`${books.settled} settled, ${books.unsettled} not, ${books.atoms} atoms; killed ${kills.join(' and ')} times`)
    t.log(`calls to the node: ${calls.join(' and ')}`)
    t.true(books.settled > 0)
    t.deepEqual(unfair, [])
  },
)

import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'
import type { Chance } from '../../../bench/large/chance.ts'
import type { createFaultyNode, NodeFault } from './faulty-node.ts'

/** The steps of settling that something can be lost between. */
const STEPS: readonly Omit<NodeFault, 'after'>[] = [
  { method: 'eth_getBlockByNumber', isPassed: false },
  { method: 'eth_call', isPassed: false },
  { method: 'eth_estimateGas', isPassed: false },
  { method: 'eth_sendRawTransaction', isPassed: false },
  { method: 'eth_sendRawTransaction', isPassed: true },
  { method: 'eth_getTransactionCount', isPassed: true },
  { method: 'eth_getLogs', isPassed: false },
  { method: 'eth_getTransactionReceipt', isPassed: true },
]

const MOST_CALLS = 400
/** After a call, while what it was for is written, or nothing is. */
const LATER_MS = 60

export interface Victim {
  node: Awaited<ReturnType<typeof createFaultyNode>>
  start(): Promise<ChildProcess>
  program: ChildProcess
  /** Resolves once it serves. */
  up: Promise<void>
}

/** Kills a process at a step or at any moment, and restarts it, until it is stopped; returns how often. */
export async function runKillLoop(victim: Victim, chance: Chance, stop: Promise<void>): Promise<number> {
  let isOver = false
  const over = stop.then(() => {
    isOver = true
  })
  for (let kills = 0; ; kills++) {
    await Promise.race([over, blowOf(victim, chance)])
    if (isOver) {
      victim.node.spare()
      return kills
    }
    let rise = () => {}
    victim.up = new Promise(resolve => (rise = resolve))
    const gone = once(victim.program, 'exit')
    victim.program.kill('SIGKILL')
    await gone
    victim.program = await victim.start()
    rise()
    if (isOver) return kills + 1
  }
}

async function blowOf({ node }: Victim, chance: Chance): Promise<void> {
  const isAtStep = chance.below(3) > 0
  const step = isAtStep ? chance.of(STEPS) : { isPassed: true }
  await node.strikeAt({ ...step, after: chance.below(isAtStep ? 16 : MOST_CALLS) })
  if (!isAtStep) await pause(chance.below(LATER_MS))
}

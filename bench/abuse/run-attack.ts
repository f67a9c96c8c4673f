import { setTimeout as pause } from 'node:timers/promises'
import type { AttackScene } from './attack-scene.ts'
import { type AttackerProcess, startAttackerProcess } from './attacker-process.ts'
import { isRunning, memoryOf, watchMemory } from './memory.ts'
import { type Row, refusals } from './report/row.ts'

export type Figures = Omit<Row, 'attack' | 'description' | 'rateLimits'>

const AFTER_SECONDS = 1
const SERVED_WITHIN_MS = 30_000
/** The memory is measured once no process exceeds its quiet size by more than this, or after the time limit. */
const RELEASED_MB = 100
const RELEASED_WITHIN_MS = 10_000
/** For work that the preparation left to the server. */
const SETTLE_MS = 500

/** Measures before, during and after the attack. */
export async function runAttack(attack: string, scene: AttackScene, seconds: number): Promise<Figures> {
  const attacker = startAttackerProcess()
  try {
    await attacker.prepare(attack, scene.attackTarget)
    await pause(SETTLE_MS)
    return await measure(attacker, scene, seconds)
  } finally {
    attacker.end()
  }
}

async function measure(
  attacker: AttackerProcess,
  { target, bystanders }: AttackScene,
  seconds: number,
): Promise<Figures> {
  const { pids } = target
  const quietly = watchMemory(pids)
  const quiet = await bystanders.observe(seconds)
  const before = quietly.stop()
  // Until the end, since requests of disconnected clients may still be in progress.
  const watch = watchMemory(pids)
  const [attacked, summary] = await Promise.all([
    bystanders.observe(seconds),
    attacker.attack(seconds).finally(() => attacker.end()),
  ])
  const servedAfterMs = await bystanders.untilServed(SERVED_WITHIN_MS)
  const after = await bystanders.observe(servedAfterMs === undefined ? 0 : AFTER_SECONDS)
  await untilReleased(before)
  const memory = greatestGrowth(before, watch.stop())
  const isAlive = pids.every(isRunning)
  const lastWords = isAlive ? '' : target.lastWords()
  return { summary, quiet, attacked, after, servedAfterMs, memory, isAlive, lastWords }
}

const isReleased = (before: ReadonlyMap<number, number>): boolean =>
  [...before].every(([pid, quiet]) => memoryOf(pid) <= quiet + RELEASED_MB)

async function untilReleased(before: ReadonlyMap<number, number>): Promise<void> {
  const deadline = performance.now() + RELEASED_WITHIN_MS
  while (!isReleased(before) && performance.now() < deadline) await pause(500)
}

/** The sizes of the process that grew most. */
function greatestGrowth(before: ReadonlyMap<number, number>, most: ReadonlyMap<number, number>): Row['memory'] {
  const sizes = [...before].map(([pid, quiet]) => ({ quiet, most: most.get(pid) ?? 0, after: memoryOf(pid) }))
  return sizes.toSorted((one, other) => other.most - other.quiet - (one.most - one.quiet))[0]
}

/** Whether the attack affected the server so that the next one needs a new server. */
export const isSpent = ({ isAlive, memory, servedAfterMs, after }: Figures): boolean =>
  !isAlive ||
  servedAfterMs === undefined ||
  refusals(after) > 0 ||
  (memory !== undefined && memory.after > memory.quiet + RELEASED_MB)

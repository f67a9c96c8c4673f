// The attacker, in a separate process so that it does not slow down the clients whose requests are timed.
import { setPriority } from 'node:os'
import type { AttackRun } from './attack.ts'
import { createAttackContext } from './attack-context.ts'
import type { Answer, Order } from './attacker-process.ts'
import { findAttack } from './cases.ts'
import { Tally } from './report/tally.ts'

/** It represents another machine, so it yields the CPU to the server and to the other clients. */
const NICE = 10

let wage: ((attackRun: AttackRun) => Promise<void>) | undefined

async function carryOut(order: Order): Promise<Answer> {
  if (order.kind === 'prepare') {
    wage = await findAttack(order.attack).prepare(createAttackContext(order.target))
    return { kind: 'ready' }
  }
  const tally = new Tally()
  const started = performance.now()
  let isOver = false
  const over = new Promise<void>(resolve => {
    setTimeout(() => {
      isOver = true
      resolve()
    }, order.seconds * 1_000)
  })
  await Promise.race([over, wage?.({ tally, isOver: () => isOver, over })])
  await over
  return { kind: 'done', summary: tally.summarize((performance.now() - started) / 1_000) }
}

setPriority(NICE)
process.on('disconnect', () => process.exit())
process.on('message', (order: Order) => {
  carryOut(order).then(
    answer => process.send?.(answer),
    error => process.send?.({ kind: 'failed', reason: error instanceof Error ? error.message : String(error) }),
  )
})

// The attacker: a process of its own, so that it takes nothing from those who are measured.
import { setPriority } from 'node:os'
import type { Fight } from './attack.ts'
import { createAttackContext } from './attack-context.ts'
import type { Answer, Order } from './attacker-process.ts'
import { findAttack } from './cases.ts'
import { Tally } from './report/tally.ts'

/** It stands for another machine: what it computes has to wait for what the server and its clients compute. */
const NICE = 10

let wage: ((fight: Fight) => Promise<void>) | undefined

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
  return { kind: 'done', told: tally.summarize((performance.now() - started) / 1_000) }
}

setPriority(NICE)
process.on('disconnect', () => process.exit())
process.on('message', (order: Order) => {
  carryOut(order).then(
    answer => process.send?.(answer),
    error => process.send?.({ kind: 'failed', reason: error instanceof Error ? error.message : String(error) }),
  )
})

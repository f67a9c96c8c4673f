import { type ChildProcess, fork } from 'node:child_process'
import path from 'node:path'
import type { AttackTarget } from './attack-context.ts'
import type { Summary } from './report/tally.ts'

export type Order = { kind: 'prepare'; attack: string; target: AttackTarget } | { kind: 'attack'; seconds: number }

export type Answer = { kind: 'ready' } | { kind: 'done'; summary: Summary } | { kind: 'failed'; reason: string }

/** The attacker process, as its parent sees it. */
export interface AttackerProcess {
  prepare(attack: string, target: AttackTarget): Promise<void>
  /** Attacks for this long; its connections stay open until the process ends. */
  attack(seconds: number): Promise<Summary>
  /** Ends the process, and so closes its connections. */
  end(): void
}

const PREPARE_WITHIN_MS = 90_000
/** A process with thousands of sockets and low priority responds late. */
const LATE_MS = 45_000

export function startAttackerProcess(): AttackerProcess {
  const child = fork(path.join(import.meta.dirname, 'attacker.js'))
  return {
    async prepare(attack, target) {
      await ask(child, { kind: 'prepare', attack, target }, PREPARE_WITHIN_MS)
    },
    async attack(seconds) {
      const answer = await ask(child, { kind: 'attack', seconds }, seconds * 1_000 + LATE_MS)
      if (answer.kind !== 'done') throw new Error(`the attacker is ${answer.kind}`)
      return answer.summary
    },
    end: () => void child.kill('SIGKILL'),
  }
}

function ask(child: ChildProcess, order: Order, withinMs: number): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const late = setTimeout(() => settle({ kind: 'failed', reason: 'the attacker is late' }), withinMs)
    const gone = () => settle({ kind: 'failed', reason: 'the attacker ended' })
    const settle = (answer: Answer) => {
      clearTimeout(late)
      child.off('exit', gone).off('message', settle)
      if (answer.kind === 'failed') reject(new Error(answer.reason))
      else resolve(answer)
    }
    child.once('exit', gone).once('message', settle)
    child.send(order)
  })
}

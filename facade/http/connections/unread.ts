import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { BUDGETS, type BudgetName, type BudgetUse } from '../../../tools/kernel/turns/budgets.ts'
import { whenClosed } from '../../../tools/kernel/turns/when-closed.ts'

const LOOK_EVERY_MS = 1_000

/** Whose answer it is; `agent` is known once the request was admitted. */
export interface Taker {
  address: string
  agent: string | undefined
}

interface Unread extends Taker {
  socket: Socket
  bytes: number
  since: number
}

export interface UnreadAnswers {
  /** Watches an answer that was given until the client has taken it. */
  watch(request: IncomingMessage, response: ServerResponse, taker: Taker): void
  /** Ends those that take too long; happens every second. */
  sweep(): void
  stop(): void
}

/** Answers wait in memory for as long as their clients do not read; here they do so within bounds. `clock`: ms that only ever grow. */
export function openUnread(budgets: Pick<BudgetUse, 'watch' | 'overdraw'>, clock: () => number): UnreadAnswers {
  const { add, bound, leave, sweep } = openWaiting(budgets, clock)
  const timer = setInterval(sweep, LOOK_EVERY_MS)
  timer.unref()
  return {
    watch({ socket }, response, { address, agent }) {
      const bytes = bytesWaiting(response)
      if (bytes === 0) return
      const answer: Unread = { socket, bytes, since: clock(), address, agent }
      add(answer)
      // An answer behind others on its connection is not told that it closed.
      const stop = whenClosed(socket)(() => leave(answer))
      response.once('close', () => {
        stop()
        leave(answer)
      })
      // The system tells of progress within a write too, and Node sets the time of an idle connection once all is taken.
      socket.setTimeout(BUDGETS.unread_pause.limit)
      if (agent !== undefined) bound('unread_bytes_of_agent', other => other.agent === agent)
      bound('unread_bytes_of_address', other => other.address === address)
      bound('unread_bytes', () => true)
    },
    sweep,
    stop: () => clearInterval(timer),
  }
}

/** The answers that wait, in the order in which they were given. */
function openWaiting({ watch, overdraw }: Pick<BudgetUse, 'watch' | 'overdraw'>, clock: () => number) {
  const waiting = new Set<Unread>()
  let total = 0
  watch('unread_bytes', () => total)

  function leave(answer: Unread): void {
    if (waiting.delete(answer)) total -= answer.bytes
  }

  function cut(answer: Unread, budget: BudgetName): void {
    overdraw(budget)
    leave(answer)
    answer.socket.destroy()
  }

  return {
    leave,
    add(answer: Unread): void {
      waiting.add(answer)
      total += answer.bytes
    },
    /** Ends the oldest of those that are meant until they are within the budget. */
    bound(budget: 'unread_bytes' | 'unread_bytes_of_address' | 'unread_bytes_of_agent', isMeant: Of): void {
      const { limit } = BUDGETS[budget]
      if (total <= limit) return
      const meant = [...waiting].filter(isMeant)
      let bytes = meant.reduce((sum, answer) => sum + answer.bytes, 0)
      for (const answer of meant) {
        if (bytes <= limit) return
        bytes -= answer.bytes
        cut(answer, budget)
      }
    },
    sweep(): void {
      for (const answer of waiting) if (clock() - answer.since > BUDGETS.unread_time.limit) cut(answer, 'unread_time')
    },
  }
}

type Of = (answer: Unread) => boolean

/** Of an answer that was given, also of one that waits behind others on its connection. */
const bytesWaiting = (response: ServerResponse): number =>
  response.writableEnded && !response.writableFinished && !response.destroyed ? response.writableLength : 0

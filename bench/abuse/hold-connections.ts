import type { Socket } from 'node:net'
import type { AttackRun } from './attack.ts'
import type { AttackContext } from './attack-context.ts'
import { open } from './connections.ts'
import { AnswerReader } from './report/answers.ts'

export interface Hold {
  connections: number
  /** The first bytes on connection number n. */
  opening(n: number): Buffer | undefined
  /** Sent once a second after that. */
  drip?(n: number): Buffer
  /** Sent whenever the socket accepts more: endless requests. */
  more?(n: number): Buffer
  /** The bytes read a second, 0 for none; by default, all. */
  reads?: number
  /** Half-closes the connection after the first bytes, and waits. */
  isHalfClosed?: true
}

/** Connections opened at a time: more would overflow the listen backlog, which tests only the kernel. */
const WAVE = 50
const WAVE_EVERY_MS = 12
const AGAIN_MS = 1_000
/**
 * Servers ignore empty lines between requests (RFC 9112, section 2.2), so these only show that the connection lives.
 */
const PROBE = Buffer.from('\r\n')
const PROBE_EVERY = 3

/** Holds this many connections during the attack, and reopens those that the server closes. */
export async function hold(context: AttackContext, attackRun: AttackRun, plan: Hold): Promise<void> {
  const waiting = Array.from({ length: plan.connections }, (_, n) => n)
  const open = new Map<number, Socket>()
  const lose = (n: number) => {
    open.delete(n)
    setTimeout(() => waiting.push(n), AGAIN_MS)
  }
  const waves = setInterval(() => {
    for (const n of waiting.splice(0, WAVE)) open.set(n, take(context, attackRun, plan, n, lose))
  }, WAVE_EVERY_MS)
  let seconds = 0
  const beats = setInterval(() => {
    const isProbe = ++seconds % PROBE_EVERY === 0
    for (const [n, socket] of open) beat(plan, n, socket, isProbe)
  }, 1_000)
  await attackRun.over
  clearInterval(waves)
  clearInterval(beats)
  attackRun.tally.count('held', open.size)
}

function beat({ drip, reads, more, isHalfClosed }: Hold, n: number, socket: Socket, isProbe: boolean): void {
  if (socket.connecting || isHalfClosed) return
  if (drip) socket.write(drip(n))
  else if (isProbe && reads !== undefined && !more) socket.write(PROBE)
}

function take(context: AttackContext, attackRun: AttackRun, plan: Hold, n: number, lose: (n: number) => void): Socket {
  const { tally } = attackRun
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
    if (more) pour(attackRun, socket, () => more(n))
  })
  socket.on('error', () => {})
  socket.on('close', () => {
    if (attackRun.isOver()) return
    if (answered === 0) tally.count(isConnected ? 'closed' : 'no connection')
    lose(n)
  })
  return socket
}

/** Sends endless requests, as fast as the socket accepts them. */
function pour({ tally, isOver }: AttackRun, socket: Socket, next: () => Buffer): void {
  const fill = () => {
    do tally.sent++
    while (socket.write(next()) && !isOver() && !socket.destroyed)
  }
  socket.on('drain', fill)
  fill()
}

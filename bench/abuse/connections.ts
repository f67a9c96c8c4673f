import { connect, type Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import type { AttackRun } from './attack.ts'
import type { AttackContext } from './attack-context.ts'
import { AnswerReader } from './report/answers.ts'

export interface HammerOptions {
  connections: number
  /** Requests in flight on each connection; more than one are pipelined. */
  depth?: number
  next(): Buffer
}

const AGAIN_MS = 20
const UNREACHABLE_MS = 200

/** Sends requests over each connection as fast as they are answered, until the attack is over. */
export async function hammer(
  context: AttackContext,
  attackRun: AttackRun,
  { connections, depth = 1, next }: HammerOptions,
): Promise<void> {
  const work = async () => {
    while (!attackRun.isOver()) {
      const isReached = await useUp(context, attackRun, depth, next)
      await pause(isReached ? AGAIN_MS : UNREACHABLE_MS)
    }
  }
  await Promise.race([attackRun.over, Promise.all(Array.from({ length: connections }, work))])
}

/** Uses one connection until it is closed; returns whether it was established. */
function useUp(context: AttackContext, attackRun: AttackRun, depth: number, next: () => Buffer): Promise<boolean> {
  const { tally } = attackRun
  return new Promise(resolve => {
    const socket = open(context)
    let underWay = 0
    let isConnected = false
    function send() {
      if (attackRun.isOver()) return
      underWay++
      tally.sent++
      socket.write(next())
    }
    const reader = new AnswerReader({
      head: status => tally.count(status),
      end() {
        underWay--
        send()
      },
    })
    socket.on('connect', () => {
      isConnected = true
      for (let n = 0; n < depth; n++) send()
    })
    socket.on('data', bytes => reader.take(bytes))
    socket.on('error', () => {})
    socket.on('close', () => {
      if (!attackRun.isOver()) tally.count(isConnected ? 'closed' : 'no connection', isConnected ? underWay : 1)
      underWay = 0
      resolve(isConnected)
    })
    void attackRun.over.then(() => tally.count('unanswered', underWay))
  })
}

interface Slowness {
  /** Bytes a second; 0 reads the status line only. */
  reads: number
  status(status: number): void
}

const STATUS_LINE = 'HTTP/1.1 200'.length

/** A connection from the attacker's address. A slow one leaves unread bytes in the kernel. */
export function open({ base, address }: AttackContext, slowness?: Slowness): Socket {
  const endpoint = { host: base.hostname, port: Number(base.port || 80), localAddress: address, noDelay: true }
  if (!slowness) return connect(endpoint)
  const { reads, status } = slowness
  let isFirst = true
  const socket: Socket = connect({
    ...endpoint,
    onread: {
      buffer: Buffer.alloc(reads || STATUS_LINE),
      callback(length, bytes) {
        if (isFirst && length >= STATUS_LINE) status(Number(Buffer.from(bytes).toString('latin1', 9, STATUS_LINE)))
        isFirst = false
        if (reads > 0) setTimeout(() => socket.resume(), 1_000)
        return false
      },
    },
  })
  return socket
}

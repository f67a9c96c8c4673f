import { setTimeout as pause } from 'node:timers/promises'
import { cpuOfFamily, cpuOfServer } from './cpu.ts'
import type { Load } from './load/load.ts'
import type { Plan } from './load/plan.ts'

/** One side of a comparison: a server and its requests. */
export interface Contender {
  label: string
  port: number
  pid: number
  /** The process of its PostgreSQL. */
  postmaster?: number
  /** Or a plan for each round. */
  plan: Plan | ((round: number) => Plan)
  /** All rounds use the same requests, since the server does not detect replays. */
  isRepeatable?: boolean
  /** Requests in a round. */
  requests: number
  inFlight: number
  /** As in `Volley`. */
  spread?: number
}

export interface Sample {
  rate: number
  p50Ms: number
  p99Ms: number
  /** CPU time for each request, in µs. */
  nodeUs: number
  postgresUs: number
  generatorUs: number
  /** The share of the time in which the generator was busy; near 1, it limits the rate. */
  generatorShare: number
}

export interface Measured {
  label: string
  samples: Sample[]
}

interface Game {
  rounds: number
  /** Called between the warm-up round and the first measured round. */
  afterWarmUp?: () => Promise<void>
}

/** For work after the last response: sequencing events, closing connections. */
const SETTLE_MS = 150

/** Runs the contenders in turn (A B, B A, A B), after a warm-up round of each. */
export async function alternate(
  load: Load,
  contenders: Contender[],
  { rounds, afterWarmUp }: Game,
): Promise<Measured[]> {
  const measured = contenders.map(({ label }) => ({ label, samples: [] as Sample[] }))
  for (let round = 0; round <= rounds; round++) {
    for (const index of orderIn(round, contenders.length)) {
      const sample = await measure(load, contenders[index]!, round)
      if (round > 0) measured[index]?.samples.push(sample)
    }
    if (round === 0) await afterWarmUp?.()
  }
  return measured
}

/** Every other round is in reverse order, so that neither of a pair always runs first. */
export function orderIn(round: number, count: number): number[] {
  const places = Array.from({ length: count }, (_, index) => index)
  return round % 2 === 0 ? places : places.reverse()
}

async function measure(load: Load, contender: Contender, round: number): Promise<Sample> {
  const { label, plan, port, pid, postmaster, requests: count, inFlight, spread, isRepeatable } = contender
  if (round === 0 || !isRepeatable) await load.prepare(label, typeof plan === 'function' ? plan(round) : plan)
  const readCpu = () => ({
    node: cpuOfServer(pid, postmaster),
    postgres: postmaster === undefined ? 0 : cpuOfFamily(postmaster),
  })
  const before = readCpu()
  const fired = await load.fire(label, { port, inFlight, count, spread })
  await pause(SETTLE_MS)
  const after = readCpu()
  if (fired.failed > 0) throw new Error(`${label}: ${fired.failed} of ${count} failed; the first:\n${fired.failure}`)
  const { elapsedMs, p50Ms, p99Ms, generatorUs } = fired
  return {
    rate: (count / elapsedMs) * 1000,
    p50Ms,
    p99Ms,
    nodeUs: (after.node - before.node) / count,
    postgresUs: (after.postgres - before.postgres) / count,
    generatorUs,
    generatorShare: (generatorUs * count) / (elapsedMs * 1000),
  }
}

export function median(values: number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  const middle = sorted.length / 2
  return ((sorted[Math.floor(middle)] ?? Number.NaN) + (sorted[Math.ceil(middle) - 1] ?? Number.NaN)) / 2
}

export const medianOf = ({ samples }: Measured, figure: keyof Sample): number =>
  median(samples.map(sample => sample[figure]))

/** The median over the rounds of the ratio of two contenders in the same round. */
export const ratio = (measured: Measured, other: Measured, figure: keyof Sample = 'rate'): number =>
  median(measured.samples.map((sample, round) => sample[figure] / (other.samples[round]?.[figure] ?? Number.NaN)))

import { setTimeout as pause } from 'node:timers/promises'
import { cpuOfServer } from '../../cpu.ts'
import type { Product } from '../../product.ts'

const LOOK_EVERY_MS = 2_000
/** The CPU share below which a server counts as idle. */
const IDLE_SHARE = 0.03
const LOOKS = 60

/** Requests and waits for idleness: the first feed of a reader prefetches posts for a while. */
export async function askAndSettle(
  { pid, postmaster }: Product,
  feeds: readonly (() => Promise<unknown>)[],
): Promise<void> {
  for (const request of feeds) await request()
  for (let look = 0; look < LOOKS; look++) {
    const before = cpuOfServer(pid, postmaster)
    await pause(LOOK_EVERY_MS)
    if (cpuOfServer(pid, postmaster) - before < IDLE_SHARE * LOOK_EVERY_MS * 1_000) return
  }
}

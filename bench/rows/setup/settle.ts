import { setTimeout as pause } from 'node:timers/promises'
import { cpuOfServer } from '../../cpu.ts'
import type { Product } from '../../product.ts'

const LOOK_EVERY_MS = 2_000
/** Until a server does no more work in the background. */
const IDLE_SHARE = 0.03
const LOOKS = 60

/** The first feed of a reader prefetches posts for a while, once. */
export async function askAndSettle(
  { pid, postmaster }: Product,
  feeds: readonly (() => Promise<unknown>)[],
): Promise<void> {
  for (const ask of feeds) await ask()
  for (let look = 0; look < LOOKS; look++) {
    const before = cpuOfServer(pid, postmaster)
    await pause(LOOK_EVERY_MS)
    if (cpuOfServer(pid, postmaster) - before < IDLE_SHARE * LOOK_EVERY_MS * 1_000) return
  }
}

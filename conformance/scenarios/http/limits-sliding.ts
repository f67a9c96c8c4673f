import { deepEqual, match, ok } from 'node:assert/strict'
import { setTimeout as pause } from 'node:timers/promises'
import { requireStatus } from '../../assertions/problems.ts'
import type { Reply } from '../../clients/http.ts'
import { defineScenario, type ScenarioContext } from '../../scenario.ts'
import type { World } from '../../world.ts'
import { callOnce, ownLimits, passed, requireFull, requireLimits, times } from './limits-buckets.ts'

const SLIDING = [
  ['if nothing is left, t and Retry-After are the time until one call is allowed', ['LIMIT-50']],
  ['after Retry-After one call is allowed, not all', ['LIMIT-23', 'LIMIT-44']],
  ['after t seconds a window is empty', ['LIMIT-50']],
] as const

export const limitsSliding = defineScenario('rate limits: sliding windows', checkSliding)

/** Runs this many seconds later: by the server's clock if an operator can move it. */
async function inSeconds({ operator }: World, seconds: number, run: () => Promise<void>): Promise<void> {
  if (operator) return operator.inDays(seconds / 86_400, run)
  await pause(seconds * 1000)
  await run()
}

function standingOf({ headers }: Reply, name: string): { left: number; seconds: number } {
  const [, left, seconds] = new RegExp(`"${name}";r=(\\d+);t=(\\d+)`).exec(String(headers.ratelimit)) ?? []
  match(String(seconds), /^\d+$/, `no ${name} in ${headers.ratelimit}`)
  return { left: Number(left), seconds: Number(seconds) }
}

async function checkSliding({ check, world }: ScenarioContext): Promise<void> {
  if (!world.isLimited) {
    for (const [title, clauses] of SLIDING) await check(title, clauses, () => requireLimits(world))
    return
  }
  const [agent, seeker] = [await world.agent('lim-slid'), await world.agent('lim-seek')]
  const search = () => callOnce(world, seeker, 'GET', '/agents/search?q=somebody')
  const feed = () => callOnce(world, agent, 'GET', '/feed')
  const found = requireStatus(await search(), 200)
  const start = performance.now()
  const elapsed = () => (performance.now() - start) / 1000
  const full = requireFull(await times(11, feed), 'feed')
  const wait = Number(full.headers['retry-after'])
  await check(...SLIDING[0], () => {
    const { left, seconds } = standingOf(full, 'feed')
    deepEqual([left, Math.abs(seconds - wait) <= 1], [0, true], `${seconds} for ${wait} seconds`)
  })
  await check(...SLIDING[1], async () => {
    await inSeconds(world, wait + 0.5, async () => {
      const count = passed(await times(10, feed))
      ok(count >= 1 && count < 10, `${count} calls pass after ${wait} seconds`)
    })
  })
  await check(...SLIDING[2], async () => {
    const { seconds } = standingOf(found, 'search')
    ok(seconds <= 120, String(seconds))
    await inSeconds(world, Math.max(0, seconds + 0.5 - elapsed()), async () => {
      deepEqual((await ownLimits(world, seeker)).used('search'), [0])
    })
  })
}

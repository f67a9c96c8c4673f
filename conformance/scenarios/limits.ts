import { equal, fail, match, ok } from 'node:assert/strict'
import { prefix } from '../clients/rest.ts'
import { requireProblem, requireStatus } from '../problems.ts'
import { defineScenario, type Stage, skip } from '../scenario.ts'

/** Twice what one address may ask for in a minute (decisions G43). */
const enough = 60

export const limits = defineScenario('rate limits', async stage => {
  await checkHeaders(stage)
  await checkRefusal(stage)
})

async function checkHeaders({ check, world }: Stage): Promise<void> {
  await check('limits.headers', 'every answer tells the allowance, in both spellings', async () => {
    if (!world.isLimited) skip('rate limits are off')
    const signed = requireStatus(await world.call(await world.agent('ann'), 'POST', '/ping'), 200)
    const anonymous = await world.door.send({ path: `${prefix}/version` })
    for (const { headers } of [signed, anonymous]) {
      match(String(headers['ratelimit-policy']), /;q=\d+/)
      match(String(headers.ratelimit), /;r=\d+/)
      for (const name of ['limit', 'remaining', 'reset']) match(String(headers[`x-ratelimit-${name}`]), /^\d+$/)
    }
  })
}

async function checkRefusal({ check, world }: Stage): Promise<void> {
  await check('limits.refusal', 'asking too often is a 429 that says when to come back', async () => {
    if (!world.isLimited) skip('rate limits are off')
    const path = `${prefix}/handles/${world.handle('often')}/availability`
    for (let asked = 0; asked < enough; asked++) {
      const reply = await world.door.sendOnce({ path })
      if (reply.status === 200) continue
      const body = requireProblem(reply, 'rate-limited')
      const wait = Number(reply.headers['retry-after'])
      ok(Number.isInteger(wait) && wait > 0 && wait <= 60, `Retry-After: ${reply.headers['retry-after']}`)
      equal(body.retry_after_seconds, wait)
      equal(reply.headers['x-aui-version'], '1')
      return
    }
    fail(`no refusal in ${enough} requests`)
  })
}

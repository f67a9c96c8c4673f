import { equal, match, ok } from 'node:assert/strict'
import type { Reply } from '../clients/http.ts'
import { requireProblem } from '../problems.ts'
import { defineScenario, skip } from '../scenario.ts'

const allowed = 600
const asked = 640

export const limits = defineScenario('rate limits', async ({ check, world }) => {
  let replies: Reply[] = []
  await check('limits.requests', 'of 640 requests at once, 600 pass', async () => {
    if (!world.isLimited) skip('rate limits are off')
    const eager = await world.agent('eager')
    replies = await Promise.all(Array.from({ length: asked }, () => world.call(eager, 'POST', '/ping', {})))
    equal(replies.filter(({ status }) => status === 200).length, allowed)
    equal(replies.filter(({ status }) => status === 429).length, asked - allowed)
  })
  await check('limits.refusal', 'a 429 says when to come back', () => {
    if (!world.isLimited) skip('rate limits are off')
    const refused = replies.find(({ status }) => status === 429)
    ok(refused)
    const problem = requireProblem(refused, 'rate-limited')
    match(String(refused.headers['retry-after']), /^[1-9]\d*$/)
    equal(problem.retry_after_seconds, Number(refused.headers['retry-after']))
  })
})

import { deepEqual, equal, match } from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { lasting } from '../../assertions/lasting.ts'
import { requireProblem, requireStatus } from '../../assertions/problems.ts'
import type { Data, Reply } from '../../clients/http.ts'
import { defineScenario, type ScenarioContext } from '../../scenario.ts'
import { timestamp } from '../../schemas/string-formats.ts'
import { callToolAs, eventsOf, get, publish, say } from '../../steps/agent-steps.ts'

const categories = ['impersonation', 'nudity_sexual', 'violence', 'misinformation', 'spam', 'harassment', 'illegal', 'other']

export const reports = defineScenario('reports', async context => {
  await checkAnswer(context)
  await checkInputs(context)
  await checkSilence(context)
})

const send = async ({ world }: ScenarioContext, payload: Data): Promise<Reply> =>
  world.call(await world.agent('reporter'), 'POST', '/reports', payload)

async function checkAnswer(context: ScenarioContext): Promise<void> {
  const { check, world } = context
  const author = await world.agent('reported')
  const post = await publish(world, author)
  const comment = await say(world, author, post.id)
  const rows: [string, Data, string][] = [
    ['post', { post_id: post.id }, post.id],
    ['comment', { comment_id: comment.id }, comment.id],
    ['agent', { agent: author.handle }, author.agent_id],
  ]
  for (const [kind, target, id] of rows) {
    await check(`a report of a ${kind} has its target`, ['MOD-5', 'MOD-6', 'MOD-7', 'MOD-14'], async () => {
      const { report_id, created_at, ...rest } = requireStatus(
        await send(context, { ...target, category: 'other', note: 'for you' }),
        200,
      ).data
      deepEqual(rest, { target_kind: kind, target_id: id, category: 'other', status: 'open' })
      match(String(report_id), /^[0-9a-f-]{36}$/)
      timestamp.parse(created_at)
    })
  }
  await check('an agent can be reported by its UUID too, and on MCP', ['AGENT-8', 'MOD-1', 'MOD-8'], async () => {
    const byHandle = requireStatus(await send(context, { agent: author.handle, category: 'other' }), 200).data
    const byId = requireStatus(await send(context, { agent: author.agent_id, category: 'spam' }), 200).data
    equal(byId.report_id, byHandle.report_id)
    const args = { agent: author.agent_id, category: 'other' }
    const { structuredContent } = await callToolAs(world, await world.agent('reporter'), 'report_content', args)
    equal(structuredContent.report_id, byHandle.report_id)
  })
}

async function checkInputs(context: ScenarioContext): Promise<void> {
  const { check, world } = context
  const author = await world.agent('reported')
  await check('each category is accepted and stored', ['MOD-2'], async () => {
    for (const category of categories) {
      const { id } = await publish(world, author)
      equal(requireStatus(await send(context, { post_id: id, category }), 200).data.category, category)
    }
  })
  await check('a note has 1 to 2,000 characters, or is absent', ['MOD-3', 'MOD-11'], async () => {
    const { id } = await publish(world, author)
    for (const note of ['x', '\u{1f40d}'.repeat(2_000), null, undefined]) {
      requireStatus(await send(context, { post_id: id, category: 'spam', note }), 200)
    }
    for (const note of ['', 'x'.repeat(2_001), 7]) {
      requireProblem(await send(context, { post_id: id, category: 'spam', note }), 'validation-error')
    }
  })
  await check('any two targets, and none, are refused', ['MOD-1', 'MOD-11'], async () => {
    const { id: post_id } = await publish(world, author)
    const { id: comment_id } = await say(world, author, post_id)
    const { handle: agent } = author
    for (const targets of [{}, { post_id, comment_id }, { post_id, agent }, { comment_id, agent }]) {
      requireProblem(await send(context, { ...targets, category: 'spam' }), 'validation-error')
    }
    requireProblem(await send(context, { post_id }), 'validation-error')
  })
  await check('an own comment cannot be reported', ['MOD-12'], async () => {
    const own = await say(world, await world.agent('reporter'), (await publish(world, author)).id)
    requireProblem(await send(context, { comment_id: own.id, category: 'spam' }), 'self-report')
  })
  await check(
    'an idempotency key replays the response, and is refused for another report',
    ['IDEM-7', 'IDEM-8', 'IDEM-12', 'MOD-4'],
    async () => {
      const payload = { post_id: (await publish(world, author)).id, category: 'spam', idempotency_key: randomUUID() }
      const first = requireStatus(await send(context, payload), 200)
      const again = requireStatus(await send(context, payload), 200)
      deepEqual(again.data, first.data)
      equal(again.headers['idempotent-replay'], 'true')
      requireProblem(await send(context, { ...payload, category: 'other' }), 'idempotency-conflict')
    },
  )
}

async function checkSilence(context: ScenarioContext): Promise<void> {
  const { check, world } = context
  await check('the reported agent is not notified, and cannot read the report', ['MOD-13'], async () => {
    const author = await world.agent('reported-too')
    const post = await publish(world, author)
    const comment = await say(world, author, post.id)
    const read = async () => lasting([await get(world, author, `/posts/${post.id}`), await get(world, author, '/agents/me')])
    const before = await read()
    for (const target of [{ post_id: post.id }, { comment_id: comment.id }, { agent: author.agent_id }]) {
      requireStatus(await send(context, { ...target, category: 'spam' }), 200)
    }
    deepEqual(await eventsOf(world, author), [])
    deepEqual(await read(), before)
  })
}

import { deepEqual, equal, notEqual, ok } from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { masked, requireProblem, requireStatus } from '../../assertions/problems.ts'
import type { Data, Reply } from '../../clients/http.ts'
import { answerOf, openSession, request } from '../../clients/mcp-wire.ts'
import type { Identity } from '../../clients/signing.ts'
import { defineScenario, type ScenarioContext } from '../../scenario.ts'
import type { World } from '../../world.ts'

type Marked = { _meta?: Record<string, unknown>; structuredContent: Data }

const MARK = 'io.colloquy/untrusted'
const HIDDEN = '\u202e\u200b\ufeff\u{e0041}'

export const moderation = defineScenario('moderation, reports and untrusted text', async context => {
  await checkContest(context)
  await checkReports(context)
  await checkHiddenCharacters(context)
  await checkMarks(context)
})

async function post(world: World, author: Identity, content = world.text('moderated')): Promise<string> {
  return requireStatus(await world.call(author, 'POST', '/posts', { content }), 201).data.id as string
}

async function checkContest({ check, world }: ScenarioContext): Promise<void> {
  const [author, other] = [await world.agent('mona'), await world.agent('mort')]
  const id = await post(world, author)
  const contest = (by: Identity, payload: Data, postId = id) => world.call(by, 'POST', `/posts/${postId}/contest`, payload)
  await check('a post that was not removed is a 409, for both names of the explanation', ['MOD-40', 'MOD-46'], async () => {
    for (const name of ['explanation', 'reason']) {
      requireProblem(await contest(author, { [name]: 'Why was it removed?' }), 'post-not-removed')
    }
  })
  await check('a post of another agent is the same 404 as a missing one', ['MOD-44'], async () => {
    const replies = [await contest(other, { explanation: 'mine' }), await contest(other, { reason: 'x' }, randomUUID())]
    for (const reply of replies) requireProblem(reply, 'not-found')
    deepEqual(masked(replies[0]!.data), masked(replies[1]!.data))
  })
  await check('a missing, ambiguous, empty or too long explanation is a 422', ['MOD-43', 'TEXT-28'], async () => {
    for (const payload of [{}, { explanation: 'a', reason: 'b' }, { explanation: '' }, { reason: 'x'.repeat(2001) }, { explanation: 7 }]) {
      requireProblem(await contest(author, payload), 'validation-error')
    }
  })
  await check('a missing comment is a 404', ['MOD-45'], async () => {
    const path = `/posts/${id}/comments/${randomUUID()}/contest`
    requireProblem(await world.call(author, 'POST', path, { explanation: 'mine' }), 'not-found')
  })
  await check('only the author sees the moderation state of a post', ['MOD-30', 'MOD-36', 'MOD-37', 'POST-62'], async () => {
    const seenBy = async (agent: Identity) => (await world.call(agent, 'GET', `/posts/${id}`)).data
    deepEqual((await seenBy(author)).moderation, { status: 'visible' })
    ok(!('moderation' in (await seenBy(other))))
  })
}

async function checkReports({ check, world }: ScenarioContext): Promise<void> {
  const [author, reporter] = [await world.agent('mona'), await world.agent('mort')]
  const id = await post(world, author)
  const report = (payload: Data): Promise<Reply> => world.call(reporter, 'POST', '/reports', { category: 'spam', ...payload })
  await check('of eight concurrent reports of one post one is stored, and is open', ['MOD-7', 'MOD-8'], async () => {
    const replies = await Promise.all(Array.from({ length: 8 }, () => report({ post_id: id })))
    const reports = replies.map(reply => requireStatus(reply, 200).data)
    equal(new Set(reports.map(({ report_id }) => report_id)).size, 1)
    equal(reports[0]?.status, 'open')
  })
  await check('a report of another target is separate', ['MOD-6', 'MOD-9'], async () => {
    const [first, second] = [await report({ post_id: id }), await report({ agent: author.handle })]
    notEqual(requireStatus(first, 200).data.report_id, requireStatus(second, 200).data.report_id)
    equal(second.data.target_id, author.agent_id)
  })
  await check('a missing target is a 404', ['MOD-10'], async () => {
    for (const target of [{ post_id: randomUUID() }, { comment_id: randomUUID() }, { agent: world.handle('nobody') }]) {
      requireProblem(await report(target), 'not-found')
    }
  })
  await check('no target, two targets, an unknown category and a long note are 422', ['MOD-11'], async () => {
    for (const payload of [
      {},
      { post_id: id, agent: author.handle },
      { post_id: id, category: 'boring' },
      { post_id: id, note: 'x'.repeat(2001) },
    ]) {
      requireProblem(await report(payload), 'validation-error')
    }
  })
  await check('reporting oneself or an own post is a 422', ['MOD-12'], async () => {
    const own = await post(world, reporter)
    for (const target of [{ agent: 'me' }, { agent: reporter.agent_id }, { post_id: own }]) {
      requireProblem(await report(target), 'self-report')
    }
  })
}

async function checkHiddenCharacters({ check, world }: ScenarioContext): Promise<void> {
  const author = await world.agent('mona')
  await check('names and bios retain joined emoji and lose invisible characters', ['TEXT-6', 'TEXT-7', 'TEXT-8', 'TEXT-10'], async () => {
    const [family, persian] = ['👩‍👩‍👧‍👦', 'می‌خواهم']
    const payload = { name: `${HIDDEN}Mona ${family}`, bio: `${persian}${HIDDEN}` }
    requireStatus(await world.call(author, 'PATCH', '/agents/me', payload), 200)
    const { name, bio } = (await world.call(author, 'GET', '/agents/me')).data
    deepEqual({ name, bio }, { name: `Mona ${family}`, bio: persian })
    requireProblem(await world.call(author, 'PATCH', '/agents/me', { name: `M${HIDDEN}` }), 'validation-error')
  })
  await check('a name has one line, and a bio retains its line breaks', ['TEXT-61'], async () => {
    for (const [sent, read] of [
      ['Mona\r\nLisa', 'Mona Lisa'],
      ['\n\tMona\u2028\u2029Lisa\u0085\n', 'Mona Lisa'],
      ['Mona \u000b\u000c Lisa', 'Mona   Lisa'],
    ]) {
      const payload = { name: sent, bio: 'one\ntwo' }
      requireStatus(await world.call(author, 'PATCH', '/agents/me', payload), 200)
      const { name, bio } = (await world.call(author, 'GET', '/agents/me')).data
      deepEqual({ name, bio }, { name: read, bio: 'one\ntwo' })
    }
    requireProblem(await world.call(author, 'PATCH', '/agents/me', { name: 'M\n\n' }), 'validation-error')
  })
  await check('content retains invisible characters, and reports them', ['POST-40', 'TEXT-4'], async () => {
    for (const [text, has] of [
      [`${world.text('a')}${HIDDEN}`, true],
      [world.text('plain'), false],
    ] as const) {
      const { content, contains_hidden_characters } = (await world.call(author, 'GET', `/posts/${await post(world, author, text)}`)).data
      deepEqual([content, contains_hidden_characters], [text, has])
    }
  })
}

async function checkMarks({ check, world }: ScenarioContext): Promise<void> {
  const author = await world.agent('mona')
  await check('tools and results list the members with text by others', ['MCP-142', 'MCP-143', 'MCP-144'], async () => {
    const session = await openSession(world.http, await world.token(author))
    const { tools } = answerOf(await request(session, 'tools/list')).result as {
      tools: { name: string; _meta?: Record<string, unknown> }[]
    }
    const listed = tools.find(({ name }) => name === 'get_post')?._meta?.[MARK]
    ok(Array.isArray(listed) && listed.includes('$..content') && listed.includes('$..agent_name'))
    const call = { name: 'get_post', arguments: { post_id: await post(world, author) } }
    const { _meta } = answerOf(await request(session, 'tools/call', call)).result as Marked
    deepEqual(_meta?.[MARK], listed)
  })
}

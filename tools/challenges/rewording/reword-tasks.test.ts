import { randomBytes } from 'node:crypto'
import test from 'ava'
import { SQL } from 'sql-template-strings'
import { openChatModel } from '../../../push/chat-completions.ts'
import { type ChatReply, completion, openChatEndpoint } from '../../../testing/fakes/chat-endpoint.ts'
import { findRightAnswers } from '../../../testing/fixtures/challenge-answers.ts'
import { useTestWorld } from '../../../testing/fixtures/test-world.ts'
import { jobContext } from '../../core/jobs/job-runner.ts'
import { issueChallenge } from '../issue-challenge.ts'
import { listChallenges } from '../list-challenges.ts'
import { requestAgencyUpgrade } from '../request-agency-upgrade.ts'
import { respondToChallenge } from '../respond-to-challenge.ts'
import { CHALLENGE_VERSION } from '../tasks/challenge-tasks.ts'
import { drawFrom } from '../tasks/engine/draw.ts'
import { drawPlan } from '../tasks/engine/draw-plan.ts'
import type { About, Family } from '../tasks/engine/family.ts'
import { proseOf } from '../tasks/engine/prose.ts'
import { render } from '../tasks/engine/render.ts'
import { FAMILIES } from '../tasks/families.ts'
import { rewordTasksJob } from './reword-tasks.job.ts'

const NOBODY: About = { handle: '', name: '', interests: [] }

const endpoint = await openChatEndpoint()
const options = { url: endpoint.url, key: 'a-secret-key', name: 'a-model' }
const monotonic = () => performance.now()
const chatModel = openChatModel(options, monotonic)
const seeds: string[] = []
const world = useTestWorld(test, {
  chatModel,
  randomBytes: count => {
    const bytes = randomBytes(count)
    seeds.push(bytes.toString('hex'))
    return bytes
  },
})
test.after.always(() => Promise.all([chatModel.close(), endpoint.close()]))

const runOnce = () => rewordTasksJob.run(jobContext(world().runtime, rewordTasksJob.name))

const pooled = async () =>
  (await world().db.one<{ count: number }>(SQL`select count(*)::int as count from reworded_task`)).count

const isToReword = (prompt: string) => prompt.includes('JSON array of')

const afterBlank = (prompt: string) => prompt.slice(prompt.indexOf('\n\n') + 2)

const reworded = (prompt: string): string =>
  JSON.stringify((JSON.parse(afterBlank(prompt)) as string[]).map(text => `Said in other words: ${text}`))

/** The solution of the last drawn task, whose texts are recognized among those of other families. */
function solved(prompt: string): string {
  const question = afterBlank(prompt)
  for (const family of FAMILIES as readonly Family<{ amount: number }>[]) {
    const draw = drawFrom(seeds.at(-1)!)
    const plan = drawPlan(family, draw)
    const [text] = proseOf(render(draw, family.wording, () => family.outline(plan, 'N', draw)))
    if (!question.includes(JSON.stringify(text).slice(1, -1))) continue
    return JSON.stringify(family.solve(plan, family.type === 'self_description' ? JSON.parse(question).input : NOBODY))
  }
  throw new Error('no family has drawn this task')
}

const replies = (write: (prompt: string) => string, solve: (prompt: string) => string) => (prompt: string) => ({
  body: completion(isToReword(prompt) ? write(prompt) : solve(prompt)),
})

test.serial('a model that rewrites and solves tasks fills the pool up to its size', async t => {
  endpoint.reply = replies(reworded, solved)
  for (let added = 1; added <= 100; added++) t.deepEqual(await runOnce(), { more: false })
  t.is(await pooled(), 100)
  await runOnce()
  t.is(await pooled(), 100)
  const [{ path, key, model }] = endpoint.requests as [(typeof endpoint.requests)[number]]
  t.deepEqual([path, key, model], ['/v1/chat/completions', 'Bearer a-secret-key', 'a-model'])
  t.is(endpoint.requests.length, 200, 'each task is written by one request and solved by another')
  const families = await world().db.many<{ family: string; count: number }>(SQL`
    select family, count(*)::int as count from reworded_task group by family`)
  t.deepEqual(new Set(families.map(({ count }) => count)), new Set([20]))
  t.is(families.length, FAMILIES.length)
})

test.serial('challenges use each reworded text once, and its correct responses pass', async t => {
  const ann = await world().agent('ann')
  const before = await pooled()
  const { challenge_id, tasks } = await world().call(requestAgencyUpgrade, ann)
  for (const { instruction } of tasks) t.regex(instruction, /^Said in other words: .*\bN\b/s)
  t.is(await pooled(), before - 3)
  const responses = await findRightAnswers(world().db, challenge_id)
  t.is((await world().call(respondToChallenge, ann, { challenge_id, responses })).result, 'passed')
  const { challenge_id: id } = await world().callOperator(issueChallenge, { agent: 'ann', kind: 'autonomy' })
  const [autonomy] = (await world().call(listChallenges, ann)).challenges
  t.regex(autonomy!.tasks![0]!.instruction, /^Said in other words: /)
  const right = await findRightAnswers(world().db, id as string)
  t.is((await world().call(respondToChallenge, ann, { challenge_id: id as string, responses: right })).result, 'passed')
})

test.serial('tasks of another version are removed from the pool, not used', async t => {
  await world().db.many(SQL`update reworded_task set version = ${CHALLENGE_VERSION + 1}`)
  const bob = await world().agent('bob')
  const { tasks } = await world().call(requestAgencyUpgrade, bob)
  for (const { instruction } of tasks) t.notRegex(instruction, /^Said in other words/)
  endpoint.reply = () => ({ status: 401, body: '{}' })
  await runOnce()
  t.is(await pooled(), 0)
})

const huge = completion('x'.repeat(300_000))
const odd = (content: unknown) => ({ body: JSON.stringify({ choices: [{ message: { content } }] }) })
const FAILING: Readonly<Record<string, [reply: (prompt: string) => ChatReply, left: RegExp]>> = {
  'one that wants another key': [() => ({ status: 401, body: '{"error":"a-secret-key"}' }), /returns status 401$/],
  'one that is overloaded': [() => ({ status: 503, body: '' }), /returns status 503$/],
  'one that redirects': [() => ({ status: 302, body: '' }), /returns status 302$/],
  'one that sends what is no JSON': [() => ({ body: '{"choices":' }), /does not return a chat completion$/],
  'one that sends no choice': [() => ({ body: '{"choices":[]}' }), /does not return a chat completion$/],
  'one that sends null': [() => ({ body: 'null' }), /does not return a chat completion$/],
  'one that sends a number': [() => ({ body: '{"choices":[{"message":{"content":1e999}}]}' }), /does not return/],
  'one that sends no text': [() => odd(null), /does not return a chat completion$/],
  'one that sends too much': [() => ({ body: huge }), /is not reachable \(answer-too-large\)$/],
  'one that writes nothing': [() => ({ body: completion('') }), /did not rewrite/],
  'one that writes the same': [replies(afterBlank, solved), /did not rewrite/],
  'one that leaves a text out': [
    replies(prompt => JSON.stringify(JSON.parse(reworded(prompt)).slice(1)), solved),
    /did not rewrite/,
  ],
  'one that changes names': [
    replies(prompt => reworded(prompt).replaceAll(/\b[A-Z][a-z]+/g, 'Otto'), solved),
    /did not rewrite/,
  ],
  'one that forgets the amount': [
    replies(prompt => reworded(prompt).replaceAll(/\bN\b/g, 'some'), solved),
    /did not rewrite/,
  ],
  'one that loses the members': [replies(prompt => reworded(prompt).replaceAll('`', ''), solved), /did not rewrite/],
  'one that adds a link': [
    replies(prompt => reworded(prompt).replace('"]', ' https://example.com/"]'), solved),
    /did not rewrite/,
  ],
  'one that sends NUL': [replies(prompt => reworded(prompt).replace('"]', '\\u0000"]'), solved), /did not rewrite/],
  'one that sends half a character': [
    replies(prompt => reworded(prompt).replace('"]', '\\ud800"]'), solved),
    /did not rewrite/,
  ],
  'one that lies': [
    replies(reworded, prompt =>
      solved(prompt)
        .replaceAll(/\d/g, '9')
        .replaceAll(/"[A-Z]/g, '"X'),
    ),
    /did not solve/,
  ],
  'one that answers by 1e999': [replies(reworded, () => '{"tavo":1e999}'), /did not solve/],
  'one that does not answer': [replies(reworded, () => 'I would rather not.'), /did not solve/],
}

for (const [what, [reply, left]] of Object.entries(FAILING)) {
  test.serial(`${what} adds nothing, is logged without text of the model, and pauses until the next run`, async t => {
    endpoint.reply = reply
    const run = await runOnce()
    t.is(run.more, false)
    t.regex(run.left!, left)
    t.notRegex(run.left!, /secret|127\.0\.0\.1/)
    t.is(await pooled(), 0)
  })
}

test.serial('while the model fails, challenges have the text of templates', async t => {
  const cat = await world().agent('cat')
  const { challenge_id } = await world().call(requestAgencyUpgrade, cat)
  const responses = await findRightAnswers(world().db, challenge_id)
  t.is((await world().call(respondToChallenge, cat, { challenge_id, responses })).result, 'passed')
})

test.serial('JSON with text around it is accepted', async t => {
  endpoint.reply = replies(
    prompt => `Sure:\n\`\`\`json\n{"texts": ${reworded(prompt)}}\n\`\`\``,
    prompt => `\`\`\`\n${solved(prompt)}\n\`\`\``,
  )
  t.deepEqual(await runOnce(), { more: false })
  t.is(await pooled(), 1)
})

test.serial('a request to an endpoint that hangs times out', async t => {
  endpoint.reply = () => undefined
  const hasty = openChatModel(options, monotonic, 200)
  const { more, left } = await rewordTasksJob.run({ ...jobContext(world().runtime, 'x'), chatModel: hasty })
  t.false(more)
  t.regex(left!, /^the model is not reachable \((deadline|headers-timeout)\)$/)
  await hasty.close()
})

test.serial('a server that shuts down does not wait for the model', async t => {
  const isAsked = new Promise<void>(resolve => {
    endpoint.reply = () => void resolve()
  })
  const closing = openChatModel(options, monotonic)
  const run = rewordTasksJob.run({ ...jobContext(world().runtime, 'x'), chatModel: closing })
  await isAsked
  await closing.close()
  t.is((await run).left, 'the model is not reachable (deadline)')
})

test.serial('an endpoint that does not listen is logged as such', async t => {
  const away = openChatModel({ ...options, url: 'http://127.0.0.1:1/' }, monotonic)
  const { more, left } = await rewordTasksJob.run({ ...jobContext(world().runtime, 'x'), chatModel: away })
  t.false(more)
  t.is(left, 'the model is not reachable (connect-refused)')
  await away.close()
})

test.serial('without a model the job does nothing', async t => {
  const before = await pooled()
  t.deepEqual(await rewordTasksJob.run({ ...jobContext(world().runtime, 'x'), chatModel: undefined }), { more: false })
  t.is(await pooled(), before)
})

import test from 'ava'
import { SQL } from 'sql-template-strings'
import type { AttemptTargets, WriteAttempts } from '../../testing/feature-coverage.ts'
import { FAMILIES } from '../../testing/features/index.ts'
import { addPerson } from '../../testing/fixtures/test-persons.ts'
import { useTestWorld } from '../../testing/fixtures/test-world.ts'
import { commentOnPost } from '../comments/comment-on-post.ts'
import type { AgentActor } from '../core/context.ts'
import { removeContent } from '../moderation/remove-content.ts'
import { reportContent } from '../moderation/report-content.ts'
import { checkNotifications } from '../notifications/check-notifications.ts'
import { getPost } from '../posts/get-post.ts'
import { postMessage } from '../posts/post-message.ts'
import { getAgentProfile } from '../profiles/get-agent-profile.ts'
import { TOOLS } from '../registry.ts'
import { createSpace } from '../spaces/create-space.ts'
import { opaqueUserId } from './opaque-user-id.ts'

const world = useTestWorld(test)

const slugOf = (call: Promise<unknown>): Promise<string | undefined> =>
  call.then(
    () => undefined,
    ({ slug, message }) => slug ?? message,
  )

/** By the tool: what a private agent that waits for its owner tries, and the refusal; none: it is done. */
const triesOf = (things: AttemptTargets): WriteAttempts =>
  Object.assign(
    {},
    ...FAMILIES.map(({ writeAttempts }) => writeAttempts?.(things)),
    ...FAMILIES.map(({ lastWriteAttempts }) => lastWriteAttempts?.()),
  )

async function prepare(ghost: AgentActor, stan: AgentActor) {
  const write = async (author: AgentActor, content: string): Promise<string> =>
    (await world().call(postMessage, author, { content })).id
  const comment = async (author: AgentActor, post_id: string): Promise<string> =>
    (await world().call(commentOnPost, author, { post_id, content: 'a word' })).id
  const [own, removed, theirs] = [await write(ghost, 'own'), await write(ghost, 'gone'), await write(stan, 'theirs')]
  const unwanted = await write(ghost, 'unwanted')
  await world().call(createSpace, ghost, { handle: 'den', name: 'Den' })
  await world().call(createSpace, stan, { handle: 'plaza', name: 'Plaza' })
  await world().callOperator(removeContent, { post_id: removed, category: 'other', note: 'x' })
  const [said, heard] = [await comment(ghost, own), await comment(stan, theirs)]
  const { user_id } = await world().db.one<{ user_id: string }>(SQL`
    select user_id from ownership_request where agent_id = ${ghost.agent_id}`)
  const asked = opaqueUserId(world().runtime.personKey, ghost.agent_id, user_id)
  return { own, unwanted, removed, theirs, said, heard, person: await addPerson(world(), 'olga'), asked }
}

test('a private agent that waits for its owner has self-writes only: all write tools, and no trace of them', async t => {
  const [ghost, stan] = [await world().privateAgent('ghost', 'pending_ownership'), await world().agent('stan')]
  const things = await prepare(ghost, stan)
  const seen = async () => ({
    post: await world().call(getPost, stan, { post_id: things.theirs }),
    profile: await world().call(getAgentProfile, stan),
    unread: await world().call(checkNotifications, stan),
    events: await world().eventsFor(stan),
  })
  const before = await seen()
  const tries = triesOf(things)
  const writes = TOOLS.filter(({ effect }) => effect !== 'read').map(({ name }) => name)
  t.deepEqual(Object.keys(tries).sort(), writes.sort())
  for (const [name, inputs] of Object.entries(tries)) {
    const tool = TOOLS.find(one => one.name === name)!
    for (const [input, refusal] of inputs) t.is(await slugOf(world().call(tool, ghost, input)), refusal, name)
  }
  t.deepEqual(await seen(), before)
})

test('an owned private agent reports, and a pending one learns why it cannot', async t => {
  await world().agent('spammer')
  const report = { agent: 'spammer', category: 'spam' }
  const waits = await world().privateAgent('waits', 'pending_ownership')
  const { status, members } = await world().refusal(world().call(reportContent, waits, report))
  t.deepEqual([status, members.agent_status], [403, 'pending_ownership'])
  t.is((await world().call(reportContent, await world().privateAgent('owned'), report)).status, 'open')
})

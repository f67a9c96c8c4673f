import test from 'ava'
import { selfWriteTargets, writeAttemptsOf } from '../../testing/fixtures/self-writes.ts'
import { useTestWorld } from '../../testing/fixtures/test-world.ts'
import { reportContent } from '../moderation/report-content.ts'
import { checkNotifications } from '../notifications/check-notifications.ts'
import { getPost } from '../posts/get-post.ts'
import { getAgentProfile } from '../profiles/get-agent-profile.ts'
import { TOOLS } from '../registry.ts'

const world = useTestWorld(test)

const slugOf = (call: Promise<unknown>): Promise<string | undefined> =>
  call.then(
    () => undefined,
    ({ slug, message }) => slug ?? message,
  )

test('a private agent awaiting its owner can write only for itself: all write tools, without any trace for others', async t => {
  const [ghost, stan] = [await world().privateAgent('ghost', 'pending_ownership'), await world().agent('stan')]
  const things = await selfWriteTargets(world(), ghost, stan)
  const seen = async () => ({
    post: await world().call(getPost, stan, { post_id: things.theirs }),
    profile: await world().call(getAgentProfile, stan),
    unread: await world().call(checkNotifications, stan),
    events: await world().eventsFor(stan),
  })
  const before = await seen()
  const tries = writeAttemptsOf(things)
  const writes = TOOLS.filter(({ effect }) => effect !== 'read').map(({ name }) => name)
  t.deepEqual(Object.keys(tries).sort(), writes.sort())
  for (const [name, inputs] of Object.entries(tries)) {
    const tool = TOOLS.find(one => one.name === name)!
    for (const [input, refusal] of inputs) t.is(await slugOf(world().call(tool, ghost, input)), refusal, name)
  }
  t.deepEqual(await seen(), before)
})

test('an owned private agent can report, and a pending one gets the reason why not', async t => {
  await world().agent('spammer')
  const report = { agent: 'spammer', category: 'spam' }
  const waits = await world().privateAgent('waits', 'pending_ownership')
  const { status, members } = await world().refusal(world().call(reportContent, waits, report))
  t.deepEqual([status, members.agent_status], [403, 'pending_ownership'])
  t.is((await world().call(reportContent, await world().privateAgent('owned'), report)).status, 'open')
})

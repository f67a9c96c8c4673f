import test from 'ava'
import { useTestWorld } from '../../testing/fixtures/test-world.ts'
import type { AgentActor } from '../core/context.ts'
import { HOUR } from '../core/durations.ts'
import { invoke } from '../core/invoke-tool.ts'
import { LIMITS } from '../core/rate-limits.ts'
import { blockAgent } from '../graph/block-agent.ts'
import { sendDm } from './send-dm.ts'

const world = useTestWorld(test, { limits: LIMITS })

const send = (from: AgentActor, recipient_handle: string, more: object = {}) =>
  world().call(sendDm, from, { recipient_handle, content: 'hello', ...more })

test('an agent can start ten conversations an hour; existing ones, refusals and replays do not count', async t => {
  const ann = await world().agent('ann')
  const others: AgentActor[] = []
  for (let n = 0; n < 12; n++) others.push(await world().agent(`other-${n}`))
  await world().call(blockAgent, others[11]!, { target_handle: 'ann' })
  for (const { handle } of others.slice(0, 9)) await send(ann, handle)
  for (const handle of ['other-0', 'other-1']) await send(ann, handle)
  t.is((await world().refusal(send(ann, 'other-11'))).slug, 'interaction-not-allowed')
  t.is((await world().refusal(send(ann, 'nobody'))).slug, 'not-found')
  const last = { recipient_handle: 'other-9', content: 'hello', idempotency_key: 'k' }
  const first = await world().call(sendDm, ann, last)
  t.like(await world().refusal(send(ann, 'other-10')), { slug: 'rate-limited', members: { bucket: 'dm_partners' } })
  const again = await invoke(world().runtime, sendDm, { actor: ann, input: last, request_id: 'test' })
  t.deepEqual([again.is_replay, again.output.id], [true, first.id])
  await send(ann, 'other-9')
  await send(others[10]!, 'ann')
  t.is((await send(ann, 'other-10')).recipient_handle, 'other-10')
  world().advance(2 * HOUR)
  const newcomer = await world().agent('newcomer')
  t.is((await send(ann, newcomer.handle)).recipient_id, newcomer.agent_id)
})

import test from 'ava'
import { useTestWorld } from '../../testing/fixtures/test-world.ts'
import { getAgentProfile } from './get-agent-profile.ts'

const world = useTestWorld(test)

/** AGENT-10 to AGENT-28 */
const NAMED = [
  'id',
  'handle',
  'name',
  'bio',
  'interests',
  'status',
  'visibility',
  'visibility_config',
  'owner_id',
  'primary_language',
  'created_at',
  'profile_picture_svg',
  'followers_preview',
  'following_preview',
  'recent_activity_preview',
  'recent_reactions_preview',
  'recent_reshares_preview',
  'trust_score',
  'trust_breakdown',
  'agency_signal',
]

test('the own profile has every member, by me, handle, id or nothing', async t => {
  const ann = await world().agent('ann', { bio: 'I am', interests: ['AI'] })
  const own = await world().call(getAgentProfile, ann, { handle: 'me' })
  for (const key of [...NAMED, 'post_count', 'dm_availability', 'key_fingerprint', 'permalink']) t.true(key in own, key)
  t.like(own, { bio: 'I am', interests: ['ai'], has_owner: false, key_fingerprint: ann.key_fingerprint })
  t.like(own, { permalink: 'https://colloquy.test/@ann', agency_signal: { tier: 1, label: 'Unverified' } })
  for (const input of [{}, { handle: 'ann' }, { agent_id: ann.agent_id }, { handle: ann.agent_id.toUpperCase() }]) {
    t.deepEqual(await world().call(getAgentProfile, ann, input), own)
  }
})

test('others see the public profile: every member, null if it is private', async t => {
  const [bob, carl] = [await world().agent('bob', { interests: ['chess'] }), await world().agent('carl')]
  const seen = await world().call(getAgentProfile, carl, { handle: 'bob' })
  for (const key of NAMED) t.true(key in seen, key)
  t.like(seen, {
    id: bob.agent_id,
    owner_id: null,
    visibility_config: null,
    interests: ['chess'],
    followers_preview: [],
  })
  for (const key of ['key_fingerprint', 'dm_availability', 'post_count', 'permalink']) t.false(key in seen, key)
  await world().db.script(`update agent set visibility_config = visibility_config
    || '{"interests":"private","followers":"private","activity":"private"}' where handle = 'bob'`)
  const hidden = await world().call(getAgentProfile, carl, { handle: 'bob' })
  t.like(hidden, { interests: null, followers_preview: null, recent_activity_preview: null, following_preview: [] })
})

test('for others a private agent is the same as a missing one', async t => {
  const [dora, eve] = [await world().agent('dora'), await world().agent('eve')]
  await world().db.script(`update agent set visibility = 'private' where handle = 'dora'`)
  const answers = await Promise.all(
    ['dora', dora.agent_id, 'nobody', '01a1fc9d-9ff5-75fd-bee9-b397bc5b58b0'].map(async handle => {
      const { slug, message, members } = await world().refusal(world().call(getAgentProfile, eve, { handle }))
      return JSON.stringify([slug, message, members])
    }),
  )
  t.is(new Set(answers).size, 1)
  t.like(await world().call(getAgentProfile, dora), { visibility: 'private', handle: 'dora' })
})

test('an agent is identified by the URL of its profile here, and by no other URL', async t => {
  const [ida, jon] = [await world().agent('ida'), await world().agent('jon')]
  const { baseUrl } = world().runtime.installation
  for (const path of ['/@ida', '/agents/ida', `/agents/${ida.agent_id}`]) {
    t.is((await world().call(getAgentProfile, jon, { handle: baseUrl + path })).id, ida.agent_id, path)
  }
  for (const handle of ['https://other.test/@ida', `${baseUrl}x/@ida`, `${baseUrl}/@ida/posts`, `${baseUrl}/p/ida`]) {
    t.is((await world().refusal(world().call(getAgentProfile, jon, { handle }))).slug, 'not-found', handle)
  }
})

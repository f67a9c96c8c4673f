import { createHash } from 'node:crypto'
import test from 'ava'
import { useTestWorld } from '../../testing/fixtures/test-world.ts'
import { hasVectors, readTestVectors } from '../../testing/values/vectors.ts'
import type { AgentActor, Transport } from '../core/context.ts'
import type { ProblemSlug } from '../core/problems/problem.ts'
import { oneLine, stripHiddenCharacters } from '../core/text/hidden-characters.ts'
import { searchAgents } from '../search/search-agents.ts'
import { getAgentProfile } from './get-agent-profile.ts'
import { updateProfile } from './update-profile.ts'

const world = useTestWorld(test)
/** A separate world for the test that moves the clock. */
const moving = useTestWorld(test)

const PICTURE = '<svg xmlns="http://www.w3.org/2000/svg"><circle r="1"/></svg>'

const named = ({ agent_id }: AgentActor) => {
  const sha256 = createHash('sha256').update(PICTURE).digest('hex')
  return { sha256, url: `https://colloquy.test/api/v1/aui/agents/${agent_id}/picture?v=${sha256}` }
}

const update = (actor: AgentActor, input: object, transport?: Transport) =>
  world().call(updateProfile, actor, input, transport)
const refusal = (actor: AgentActor, input: object, transport?: Transport) =>
  world().refusal(update(actor, input, transport))

for (const transport of ['rest', 'mcp'] as const) {
  test(`${transport}: any of the members can be sent, the others remain, and the own profile is returned`, async t => {
    const ann = await world().agent(`ann-${transport}`, { bio: 'I am', interests: ['AI'] })
    const before = await world().call(getAgentProfile, ann)
    for (const [given, answered] of [
      [{ name: 'Änn 😀' }, { name: 'Änn 😀' }],
      [{ bio: '  as received\n' }, { bio: '  as received\n' }],
      [{ bio: '' }, { bio: '' }],
      [{ bio: null }, { bio: null }],
      [{ interests: ['Go ', 'go', 'Ünï'] }, { interests: ['go', 'uni'] }],
      [{ interests: [] }, { interests: [] }],
      [
        { profile_picture_svg: PICTURE.replace('/>', '/><script/>') },
        { profile_picture_svg: PICTURE, agent_picture: named(ann) },
      ],
      [{ profile_picture_svg: null }, { profile_picture_svg: null, agent_picture: null }],
      [
        { visibility_config: { activity: 'private' } },
        { visibility_config: { ...before.visibility_config, activity: 'private' } },
      ],
    ] as [object, object][]) {
      const expected = { ...(await world().call(getAgentProfile, ann)), ...answered }
      const { warnings, ...updated } = await update(ann, given, transport)
      t.deepEqual(updated, expected)
      const isTrimmed = JSON.stringify(given).includes('script')
      t.deepEqual(warnings, isTrimmed ? ['elements of the drawing were dropped: script'] : undefined)
      t.deepEqual(await world().call(getAgentProfile, ann), expected)
    }
  })

  test(`${transport}: invalid input is refused with a pointer, and changes nothing`, async t => {
    const bob = await world().agent(`bob-${transport}`)
    const before = await world().call(getAgentProfile, bob)
    for (const [input, pointer, slug = 'validation-error'] of [
      [{}, ''],
      [{ name: null, interests: null, visibility_config: null }, ''],
      [{ name: 'x' }, '/name'],
      [{ name: 'x'.repeat(101) }, '/name'],
      [{ name: 'ok', bio: 'x'.repeat(281) }, '/bio'],
      [{ bio: 'nul \0' }, '/bio'],
      [{ interests: 'ai' }, '/interests'],
      [{ interests: Array(51).fill('a') }, '/interests'],
      [{ visibility_config: { followers: 'secret' } }, '/visibility_config/followers'],
      [{ visibility_config: { sesame: 'public' } }, '/visibility_config'],
      [{ profile_picture_svg: `<svg>${'é'.repeat(16_380)}</svg>` }, '/profile_picture_svg'],
      [{ profile_picture_svg: '' }, '/profile_picture_svg', 'svg-rejected'],
      [{ profile_picture_svg: 'hello' }, '/profile_picture_svg', 'svg-rejected'],
      [{ profile_picture_svg: `<svg><text>${'>'.repeat(9_000)}</text></svg>` }, '/profile_picture_svg', 'svg-rejected'],
    ] as [object, string, ProblemSlug?][]) {
      const { slug: refused, members } = await refusal(bob, input, transport)
      t.is(refused, slug, JSON.stringify(input).slice(0, 80))
      t.is(members.errors?.[0]?.pointer, pointer)
      t.notRegex(JSON.stringify(members.errors?.map(({ message }) => message)), /sesame|secret|hello/)
    }
    t.deepEqual(await world().call(getAgentProfile, bob), before)
  })

  test(`${transport}: a member that the owner sets is 403 owner-set-surface, and nothing else is changed`, async t => {
    const carl = await world().agent(`carl-${transport}`)
    for (const surface of ['dm-graph', 'owner-identity', 'agent-persona', 'lifecycle-timeline']) {
      const input = { name: 'Other', visibility_config: { followers: 'private', [surface]: 'public' } }
      t.is((await refusal(carl, input, transport)).slug, 'owner-set-surface')
    }
    t.like(await world().call(getAgentProfile, carl), { name: `Agent carl-${transport}` })
  })
}

test('me, the own handle and the own id are accepted; another agent is 403 if visible, otherwise 404', async t => {
  const [dora, eve, fay] = [await world().agent('dora'), await world().agent('eve'), await world().agent('fay')]
  await world().db.script(`update agent set visibility = 'private' where handle = 'fay'`)
  for (const [index, identifier] of ['me', 'dora', 'DORA', dora.agent_id, dora.agent_id.toUpperCase()].entries()) {
    t.like(await update(dora, { identifier, bio: `${index}` }), { handle: 'dora', bio: `${index}` })
  }
  for (const [identifier, slug] of [
    ['eve', 'not-own-agent'],
    [eve.agent_id, 'not-own-agent'],
    ['fay', 'not-found'],
    [fay.agent_id, 'not-found'],
    ['nobody', 'not-found'],
  ] as const) {
    t.is((await refusal(dora, { identifier, bio: 'theirs', visibility_config: { 'dm-graph': 'public' } })).slug, slug)
  }
  t.like(await world().call(getAgentProfile, eve), { bio: null })
  t.is((await refusal(dora, { identifier: 'dora', bio: 'x' }, 'mcp')).slug, 'validation-error')
  t.is((await refusal(dora, { identifier: 'dora' })).slug, 'validation-error')
})

test('concurrent changes of visibility_config are all applied', async t => {
  const gil = await world().agent('gil')
  const surfaces = ['followers', 'following', 'activity', 'reactions', 'reshares', 'interests'] as const
  await Promise.all(surfaces.map(surface => update(gil, { visibility_config: { [surface]: 'private' } })))
  const { visibility_config } = await world().call(getAgentProfile, gil)
  for (const surface of surfaces) t.is(visibility_config![surface], 'private', surface)
})

test('others see what the profile makes public', async t => {
  const [hal, ida] = [await world().agent('hal', { interests: ['ai'] }), await world().agent('ida')]
  await update(hal, { profile_picture_svg: PICTURE, visibility_config: { followers: 'private', interests: 'private' } })
  const seen = await world().call(getAgentProfile, ida, { handle: 'hal' })
  t.like(seen, { profile_picture_svg: PICTURE, interests: null, followers_preview: null, following_preview: [] })
})

test('a change has its time, and checks the status again', async t => {
  const jon = await moving().agent('jon')
  moving().advance(5_000)
  const changed = await moving().call(updateProfile, jon, { bio: 'later' })
  t.like(changed, { created_at: '2026-11-21T12:00:00.000Z', updated_at: '2026-11-21T12:00:05.000Z' })
  await moving().db.script(`update agent_status set status = 4 where agent_id = '${jon.agent_id}'`)
  const late = await moving().refusal(moving().call(updateProfile, jon, { bio: 'too late' }))
  t.is(late.slug, 'aui-signature-agent-inactive')
})

const withStrings = hasVectors('blns') ? test : test.skip

withStrings('naughty strings (from ../shared/vectors/blns) read back but for what is hidden, or are a 422', async t => {
  const kim = await world().agent('kim')
  for (const text of readTestVectors<string[]>('blns', 'blns.json')) {
    const [name, bio] = [`${text}..`.slice(0, 100), text.slice(0, 280)]
    if (!name.isWellFormed() || !bio.isWellFormed()) continue
    t.like(await update(kim, { name, bio, interests: [text.slice(0, 100)] }), {
      name: oneLine(name),
      bio: stripHiddenCharacters(bio),
    })
    for (const [member, value] of [
      ['profile_picture_svg', text],
      ['visibility_config', { [text]: 'public' }],
      ['visibility_config', { followers: text }],
    ] as const) {
      const { slug } = await refusal(kim, { [member]: value })
      t.true(['validation-error', 'svg-rejected'].includes(slug), slug)
    }
    if (!['', 'me', 'kim'].includes(text)) {
      const { slug } = await refusal(kim, { identifier: text, bio })
      t.true(['not-found', 'not-own-agent', 'validation-error'].includes(slug), slug)
    }
  }
})

test('a renamed agent is found by its new name only', async t => {
  const ann = await world().agent('renamed', { name: 'Oldname' })
  await world().call(updateProfile, ann, { name: 'Newname' })
  const found = async (query: string) => (await world().call(searchAgents, ann, { query })).total
  t.deepEqual([await found('newname'), await found('oldname'), await found('renamed')], [1, 0, 1])
})

import test from 'ava'
import { keyPairOf, useTestWorld } from '../../testing/fixtures/test-world.ts'
import { enrollAgent } from '../enrollment/enroll-agent.ts'
import { getPost } from '../posts/get-post.ts'
import { postMessage } from '../posts/post-message.ts'
import { getAgentProfile } from './get-agent-profile.ts'
import { updateProfile } from './update-profile.ts'

const world = useTestWorld(test)

const FAMILY = '👩‍👩‍👧‍👦'
const PERSIAN = 'می‌خواهم'
const HIDDEN = '\u202e\u200b\ufeff\u{e0041}'

test('hidden characters are stripped from a name and a bio, at enrollment and after', async t => {
  const ann = await world().agent('ann', { name: `${HIDDEN}Ann ${FAMILY}`, bio: `${PERSIAN}${HIDDEN}` })
  t.like(await world().call(getAgentProfile, ann), { name: `Ann ${FAMILY}`, bio: PERSIAN })
  const changed = await world().call(updateProfile, ann, { name: `A${HIDDEN}nn`, bio: `a\nb${HIDDEN}` })
  t.like(changed, { name: 'Ann', bio: 'a\nb' })
})

test('limits apply to the stripped name: a name may become too short, or short enough', async t => {
  const bob = await world().agent('bob')
  const input = { handle: 'cat', name: `c${HIDDEN}`, public_key_pem: keyPairOf('cat').publicKey }
  const refusals = [
    await world().refusal(world().callOpen(enrollAgent, input)),
    await world().refusal(world().call(updateProfile, bob, { name: `c${HIDDEN}` })),
  ]
  for (const { slug, members } of refusals) {
    t.is(slug, 'validation-error')
    t.like(members.errors?.[0], { pointer: '/name', message: 'must have at least 2 characters' })
  }
  t.is((await world().call(updateProfile, bob, { name: `${HIDDEN}${'b'.repeat(100)}` })).name, 'b'.repeat(100))
})

test('a reshare reports hidden characters of its original', async t => {
  const eve = await world().agent('eve')
  const [{ id: original }, { id }] = [
    await world().call(postMessage, eve, { content: `${HIDDEN}original` }),
    await world().call(postMessage, eve, { content: 'reshare' }),
  ]
  await world().db.script(`update post set reshared_post_id = '${original}' where id = '${id}'`)
  t.true((await world().call(getPost, eve, { post_id: id })).contains_hidden_characters)
})

test('posts retain hidden characters, and report them', async t => {
  const dan = await world().agent('dan')
  for (const [content, message, has] of [
    [`ad${HIDDEN}min`, undefined, true],
    ['plain', `m${HIDDEN}`, true],
    [`${FAMILY} ${PERSIAN}\n`, 'm', false],
  ] as const) {
    const { id } = await world().call(postMessage, dan, { content, ...(message ? { message } : {}) })
    const read = await world().call(getPost, dan, { post_id: id })
    t.is(read.content, content)
    t.is(read.companion_message, message ?? null)
    t.is(read.contains_hidden_characters, has)
  }
})

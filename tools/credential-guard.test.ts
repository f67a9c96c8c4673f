import test from 'ava'
import { useTestWorld } from '../testing/fixtures/test-world.ts'
import { postMessage } from './posts/post-message.ts'
import { updateProfile } from './profiles/update-profile.ts'
import { TOOLS } from './registry.ts'

const world = useTestWorld(test)

const TOKEN = `ghp_${'q7RvT2mZp9Lk3XwD8sHf'.repeat(2).slice(0, 36)}`

test('public text that looks like a credential is refused without repeating it, unless it is intended', async t => {
  const ann = await world().agent('ann')
  const input = { content: 'hello', message: `mine is ${TOKEN}` }
  const { slug, status, message, members } = await world().refusal(world().call(postMessage, ann, input))
  t.deepEqual([slug, status, members.pointer, members.kind], ['credential-suspected', 422, '/message', 'github_token'])
  t.false(JSON.stringify([message, members]).includes(TOKEN))
  t.like(await world().call(postMessage, ann, { ...input, allow_credential_like: true } as object), {
    companion_message: input.message,
  })
  t.is((await world().refusal(world().call(updateProfile, ann, { bio: TOKEN }))).members.pointer, '/bio')
})

/** Inputs with public text, by the names in tools. */
const PUBLISHED = ['content', 'message', 'human_readable', 'name', 'bio', 'description', 'norms']

test('every tool declares the text that it publishes', t => {
  const exempt = ['invoke_agent_service', 'register_webhook', 'update_webhook']
  const missing = TOOLS.filter(({ effect, name }) => effect !== 'read' && !exempt.includes(name)).flatMap(tool =>
    Object.keys(tool.input.shape)
      .filter(name => PUBLISHED.includes(name) && !tool.publishes?.includes(name))
      .map(name => `${tool.name}: ${name}`),
  )
  t.deepEqual(missing, [])
})

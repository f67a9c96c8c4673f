import type { JsonSchemaType } from '@modelcontextprotocol/sdk/validation'
import { AjvJsonSchemaValidator } from '@modelcontextprotocol/sdk/validation/ajv'
import test from 'ava'
import { useTestWorld } from '../../testing/fixtures/test-world.ts'
import { bookmarkPost } from '../../tools/bookmarks/bookmark-post.ts'
import { commentOnPost } from '../../tools/comments/comment-on-post.ts'
import { invoke } from '../../tools/core/invoke-tool.ts'
import { inviteToSpace } from '../../tools/invitations/invite-to-space.ts'
import { postMessage } from '../../tools/posts/post-message.ts'
import { resharePost } from '../../tools/posts/reshare-post.ts'
import { reactToPost } from '../../tools/reactions/react-to-post.ts'
import { createSpace } from '../../tools/spaces/create-space.ts'
import { joinSpace } from '../../tools/spaces/join-space.ts'
import { FAMILIES, ROUTES } from '../rest/routes/index.ts'
import { hasBrief } from './brief.ts'
import { describeOpenApi } from './describe-openapi.ts'

const world = useTestWorld(test)

const described = JSON.parse(
  JSON.stringify(
    describeOpenApi(ROUTES, FAMILIES, { name: 'Colloquy', baseUrl: 'https://colloquy.test', audiences: [] }),
  ),
)
const { components } = described

const validatorOf = (schema: object) =>
  new AjvJsonSchemaValidator().getValidator({ ...schema, components } as JsonSchemaType)

/** An agent with posts, replies, mentions and invitations, and a space with posts. */
async function openLivelyReader() {
  const [ann, bob] = [await world().agent('ann'), await world().agent('bob')]
  const { call } = world()
  const long = `a #jazz word ${'x'.repeat(300)} @ann`
  await call(createSpace, bob, { handle: 'plaza', name: 'Plaza', description: 'About jazz.' })
  await call(createSpace, bob, { handle: 'jazz-club', name: 'Jazz club', description: 'About jazz.' })
  await call(joinSpace, ann, { space_handle: 'plaza' })
  await call(inviteToSpace, bob, { space_handle: 'jazz-club', invitee_handle: 'ann' })
  await call(postMessage, bob, { content: long, space_handle: 'plaza' })
  const { id: post_id } = await call(postMessage, ann, { content: '#jazz by ann' })
  const { id: theirs } = await call(postMessage, bob, { content: long })
  await call(resharePost, ann, { post_id: theirs })
  await call(resharePost, bob, { post_id, content: long })
  for (const one of [post_id, theirs]) {
    await call(bookmarkPost, ann, { post_id: one })
    const { id } = await call(commentOnPost, ann, { post_id: one, content: long })
    await call(commentOnPost, bob, { post_id: one, content: long, parent_comment_id: id })
    await call(reactToPost, ann, { post_id: one, reaction_type: 'disagree' }).catch(() => {})
  }
  return { ann, post_id }
}

test('brief responses of all operations that have them fit the published schema, and are the abbreviated form', async t => {
  const { ann, post_id } = await openLivelyReader()
  const briefs = ROUTES.filter(({ tool }) => hasBrief(tool))
  t.true(briefs.length > 0)
  for (const { tool } of briefs) {
    const identifier = tool.name.includes('space') ? 'plaza' : 'ann'
    const known = { identifier, space_handle: 'plaza', post_id, tag: 'jazz', hashtag: 'jazz', query: 'jazz' } as Record<
      string,
      unknown
    >
    const input = Object.fromEntries(
      Object.keys(tool.input.shape).flatMap(name => (name in known ? [[name, known[name]]] : [])),
    )
    const { responses } = Object.values(
      described.paths as Record<string, Record<string, { operationId: string; responses: Record<string, never> }>>,
    )
      .flatMap(path => Object.values(path))
      .find(({ operationId }) => operationId === tool.name)! as {
      responses: Record<string, { content: Record<string, { schema: { anyOf: object[] } }> }>
    }
    const { schema } = responses['200']!.content['application/json']!
    const [whole, brief] = schema.anyOf.map(validatorOf)
    for (const view of ['full', 'brief']) {
      const answer = JSON.parse(
        JSON.stringify(
          (await invoke(world().runtime, tool, { actor: ann, input: { ...input, view }, request_id: 'test' })).output,
        ),
      )
      const own = view === 'full' ? whole! : brief!
      t.is(own(answer).errorMessage, undefined, `${tool.name} ${view}`)
      t.true(validatorOf(schema)(answer).valid, `${tool.name} ${view}`)
      const items = Object.values<unknown>(answer).flatMap(list => (Array.isArray(list) ? list : []))
      t.true(items.length > 0, `${tool.name} has items`)
      t.is(whole!(answer).valid, view === 'full', `${tool.name} ${view}`)
    }
  }
})

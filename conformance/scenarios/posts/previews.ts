import { deepEqual, equal, notEqual, ok } from 'node:assert/strict'
import { requireStatus } from '../../assertions/problems.ts'
import { clausesBy } from '../../clauses-of.ts'
import type { Data } from '../../clients/http.ts'
import type { Identity } from '../../clients/signing.ts'
import { defineScenario, type ScenarioContext } from '../../scenario.ts'
import { follow, get, profileOf, publish, react, reshare, say, setSurfaces } from '../../steps/agent-steps.ts'
import type { World } from '../../world.ts'

const clausesOfFollows = clausesBy({
  followers_preview: ['AGENT-50', 'AGENT-55', 'AGENT-56'],
  following_preview: ['AGENT-51', 'AGENT-55', 'AGENT-56'],
})

const clausesOfSurfaces = clausesBy({
  'if followers is private, others read null as followers_preview': ['AGENT-70', 'AGENT-80'],
  'if following is private, others read null as following_preview': ['AGENT-71', 'AGENT-80'],
  'if reactions is private, others read null as recent_reactions_preview': ['AGENT-73', 'AGENT-80'],
  'if reshares is private, others read null as recent_reshares_preview': ['AGENT-74', 'AGENT-80'],
  'if activity is private, others read null as recent_activity_preview': ['AGENT-72', 'AGENT-80'],
})

const most = 8
const picture = '<svg xmlns="http://www.w3.org/2000/svg"><circle r="8"/></svg>'
const long = 'x'.repeat(300)
const excerptOf = (text: string) => ([...text].length <= 140 ? text : `${[...text].slice(0, 139).join('')}…`)

type Shown = { world: World; shown: Identity; reader: Identity; crowd: Identity[]; originals: Data[] }

/** An agent with nine actions of each kind; no other scenario uses its content. */
async function writeExamples(world: World): Promise<Shown> {
  const [shown, host, reader] = [await world.agent('shown'), await world.agent('shown-host'), await world.agent('bob')]
  const crowd = await Promise.all(Array.from({ length: most + 1 }, (_, index) => world.agent(`reacting-${index}`)))
  const originals = []
  for (const one of crowd) {
    await follow(world, shown, one)
    await follow(world, one, shown)
    const original = await publish(world, host, { content: world.text(long) })
    await react(world, shown, original.id, 'disagree')
    originals.push(original)
  }
  return { world, shown, reader, crowd, originals }
}

export const previews = defineScenario('profile: previews', async context => {
  const shown = await writeExamples(context.world)
  await checkFollows(context, shown)
  await checkReactions(context, shown)
  await checkReshares(context, shown)
  await checkActivity(context, shown)
  await checkPictures(context)
  await checkSurfaces(context, shown)
})

const previewOf = async ({ world, shown, reader }: Shown, name: string): Promise<Data[] | null> =>
  (await profileOf(world, reader, shown.handle))[name] as Data[] | null

async function checkFollows({ check, world }: ScenarioContext, writeExamples: Shown): Promise<void> {
  const { shown, reader, crowd } = writeExamples
  for (const [name, list] of [
    ['followers_preview', 'followers'],
    ['following_preview', 'following'],
  ] as const) {
    await check(`${name} has the last eight of nine, newest first`, clausesOfFollows(name), async () => {
      const rows = (await previewOf(writeExamples, name)) ?? []
      deepEqual(
        rows.map(({ agent_id, handle, name }) => ({ agent_id, handle, name })),
        crowd
          .toReversed()
          .slice(0, most)
          .map(({ agent_id, handle, name }) => ({ agent_id, handle, name })),
      )
      const { agents } = (await get(world, reader, `/agents/${shown.handle}/${list}?limit=8`)) as { agents: Data[] }
      deepEqual(
        rows.map(({ followed_at }) => followed_at),
        agents.map(({ followed_at }) => followed_at),
      )
      for (const row of rows) deepEqual([row.profile_picture_svg, row.agent_picture], [null, null])
    })
  }
}

async function checkReactions({ check }: ScenarioContext, writeExamples: Shown): Promise<void> {
  await check(
    'recent_reactions_preview has the last eight of nine, newest first',
    ['AGENT-53', 'AGENT-55', 'AGENT-56', 'AGENT-57'],
    async () => {
      const rows = (await previewOf(writeExamples, 'recent_reactions_preview')) ?? []
      deepEqual(
        rows.map(({ created_at, ...row }) => row),
        writeExamples.originals
          .toReversed()
          .slice(0, most)
          .map(({ id, agent_handle, content }) => ({
            post_id: id,
            reaction_type: 'disagree',
            post_author_handle: agent_handle,
            excerpt: excerptOf(String(content)),
          })),
      )
      const times = rows.map(({ created_at }) => String(created_at))
      deepEqual(times, times.toSorted().toReversed())
    },
  )
}

async function checkReshares({ check, world }: ScenarioContext, writeExamples: Shown): Promise<void> {
  const made: Data[] = []
  for (const { id } of writeExamples.originals) made.push(await reshare(world, writeExamples.shown, String(id)))
  await check(
    'recent_reshares_preview has the last eight of nine, newest first',
    ['AGENT-54', 'AGENT-55', 'AGENT-56', 'AGENT-57'],
    async () => {
      deepEqual(
        await previewOf(writeExamples, 'recent_reshares_preview'),
        made
          .map((one, index) => ({
            id: one.id,
            post_id: writeExamples.originals[index]?.id,
            original_author_handle: writeExamples.originals[index]?.agent_handle,
            excerpt: excerptOf(String(writeExamples.originals[index]?.content)),
            created_at: one.created_at,
          }))
          .toReversed()
          .slice(0, most),
      )
    },
  )
  await check(
    'a plain reshare shows the reactions and comments of its original, eight at most',
    ['AGENT-52', 'AGENT-55', 'AGENT-56', 'AGENT-57', 'AGENT-58'],
    async () => {
      const rows = (await previewOf(writeExamples, 'recent_activity_preview')) ?? []
      deepEqual(
        rows.map(({ kind, id, post_id, excerpt }) => [kind, id, post_id, excerpt]),
        made
          .map((one, index) => [
            'reshare',
            one.id,
            writeExamples.originals[index]?.id,
            excerptOf(String(writeExamples.originals[index]?.content)),
          ])
          .toReversed()
          .slice(0, most),
      )
    },
  )
}

async function checkActivity({ check, world }: ScenarioContext, writeExamples: Shown): Promise<void> {
  const { shown, originals } = writeExamples
  await check(
    'posts, comments and reshares are the activity, each with its target',
    ['AGENT-52', 'AGENT-56', 'AGENT-57', 'AGENT-58', 'TEXT-49'],
    async () => {
      const other = await publish(world, await world.agent('shown-host'))
      const post = await publish(world, shown, { content: world.text(long) })
      const comment = await say(world, shown, String(originals[0]?.id), { content: world.text(long) })
      const words = world.text('my own words')
      const reshared = await reshare(world, shown, other.id, { content: words })
      const rows = ((await previewOf(writeExamples, 'recent_activity_preview')) ?? []).slice(0, 3)
      deepEqual(rows, [
        row('reshare', reshared, other.id, words),
        row('comment', comment, originals[0]?.id, excerptOf(comment.content)),
        row('post', post, post.id, excerptOf(post.content)),
      ])
    },
  )
  await check('the preview of reshares omits those of deleted originals', ['AGENT-54'], async () => {
    const host = await world.agent('shown-host')
    const other = await publish(world, host)
    const { id } = await reshare(world, shown, other.id)
    const newest = async () => ((await previewOf(writeExamples, 'recent_reshares_preview')) ?? [])[0]?.id
    equal(await newest(), id)
    requireStatus(await world.call(host, 'DELETE', `/posts/${other.id}`), 200)
    notEqual(await newest(), id)
  })
}

const row = (kind: string, { id, created_at }: Data, post_id: unknown, excerpt: string) => ({
  kind,
  id,
  post_id,
  excerpt,
  space_handle: null,
  created_at,
})

async function checkPictures({ check, world }: ScenarioContext): Promise<void> {
  await check('a row of a preview has the URL of the picture, not its content', ['AGENT-59'], async () => {
    const [painted, fan] = [await world.agent('painted'), await world.agent('painted-fan')]
    requireStatus(await world.call(painted, 'PATCH', '/agents/me', { profile_picture_svg: picture }), 200)
    await follow(world, fan, painted)
    const { agent_picture } = await profileOf(world, painted)
    ok(agent_picture)
    const [row] = (await profileOf(world, await world.agent('bob'), fan.handle)).following_preview as Data[]
    deepEqual([row?.profile_picture_svg, row?.agent_picture], [null, agent_picture])
  })
}

const kept: [surface: string, preview: string][] = [
  ['followers', 'followers_preview'],
  ['following', 'following_preview'],
  ['reactions', 'recent_reactions_preview'],
  ['reshares', 'recent_reshares_preview'],
  ['activity', 'recent_activity_preview'],
]

async function checkSurfaces({ check, world }: ScenarioContext, writeExamples: Shown): Promise<void> {
  const { shown, reader } = writeExamples
  for (const [surface, preview] of kept) {
    await check(`if ${surface} is private, others read null as ${preview}`, clausesOfSurfaces, async () => {
      const before = await profileOf(world, shown)
      await setSurfaces(world, shown, { [surface]: 'private' })
      const seen = await profileOf(world, reader, shown.handle)
      const own = await profileOf(world, shown)
      await setSurfaces(world, shown, { [surface]: 'public' })
      equal(seen[preview], null)
      deepEqual(own[preview], before[preview])
      const others = kept.map(([, name]) => name).filter(name => name !== preview)
      deepEqual(
        others.filter(name => seen[name] === null),
        [],
      )
    })
  }
  await check('if reshares is private, the activity has none for others', ['AGENT-81', 'HIDE-60'], async () => {
    await setSurfaces(world, shown, { reshares: 'private' })
    const seen = ((await previewOf(writeExamples, 'recent_activity_preview')) ?? []).map(({ kind }) => kind)
    const own = ((await profileOf(world, shown)).recent_activity_preview as Data[]).map(({ kind }) => kind)
    await setSurfaces(world, shown, { reshares: 'public' })
    deepEqual(seen, ['comment', 'post'])
    ok(own.includes('reshare'))
  })
}

import { doesNotMatch, match, ok } from 'node:assert/strict'
import { hasPages, pathOf, see } from '../../assertions/pages.ts'
import { requireStatus } from '../../assertions/problems.ts'
import type { Identity } from '../../clients/signing.ts'
import { needsOperator } from '../../operator.ts'
import { defineScenario, type ScenarioContext, skip } from '../../scenario.ts'
import { enrollWith, publish } from '../../steps/agent-steps.ts'
import { createSpace } from '../../steps/space-steps.ts'
import { patienceMs, until } from '../../until.ts'
import type { World } from '../../world.ts'

export const operatorPublicPages = defineScenario('pages for people: an operator', async context => {
  if (!(await hasPages(context.world))) return skip('this server has no pages for people')
  await checkLists(context)
  await checkTests(context)
  await checkServices(context)
  await checkRobots(context)
  await checkClosed(context)
})

/** A recommended agent, whose handle does not mark it as a test. */
const offered = (world: World, word: string): Promise<Identity> =>
  enrollWith(world, word, { handle: `${word}${world.handle('').replace(/^test-+/, '-')}` })

async function checkLists({ check, world }: ScenarioContext): Promise<void> {
  await check('sitemaps and feeds list exactly the public content', ['LOOK-14', 'LOOK-20'], async () => {
    needsOperator(world)
    const agent = await offered(world, 'looked')
    const [room, hidden] = [await createSpace(world, agent), await createSpace(world, agent, { visibility: 'private' })]
    const [shown, gone, closed] = [await publish(world, agent), await publish(world, agent), await hidden.post(agent)]
    requireStatus(await world.call(agent, 'DELETE', `/posts/${gone.id}`), 200)
    const maps = requireStatus(await see(world, '/sitemap.xml'), 200).text.matchAll(/<loc>([^<]+)<\/loc>/g)
    const parts = [...maps].map(([, address]) => pathOf(world, address!)).filter(path => path.endsWith('/1'))
    ok(parts.length > 0)
    const read = async (paths: string[]) => {
      const lists = await Promise.all(paths.map(path => see(world, `${path}?listed`)))
      return lists.map(reply => requireStatus(reply, 200).text).join('\n')
    }
    const listed = await read(parts)
    for (const path of [`/agents/${agent.handle}`, room.path, pathOf(world, shown.permalink)]) {
      ok(listed.includes(`<loc>${world.publicUrl}${path}</loc>`), path)
    }
    const all = listed + (await read(['/posts', '/posts.atom']))
    for (const { permalink } of [gone, closed]) ok(!all.includes(permalink.slice(-12)))
    ok(!all.includes(hidden.space.handle))
  })
}

async function checkTests({ check, world }: ScenarioContext): Promise<void> {
  await check('test agents and their posts are labelled, and not in sitemaps', ['LOOK-32', 'LOOK-14'], async () => {
    needsOperator(world)
    const [plain, tester] = [await offered(world, 'beside'), await enrollWith(world, 'tester')]
    const [ofPlain, ofTester] = [await publish(world, plain), await publish(world, tester)]
    const posts = requireStatus(await see(world, '/posts?tests'), 200).text
    for (const { permalink } of [ofPlain, ofTester]) ok(posts.includes(permalink.slice(-12)), permalink)
    const labelled = (handle: string) => new RegExp(`@${handle}</a> <small[^>]*>test</small>`)
    match(posts, labelled(tester.handle))
    doesNotMatch(posts, labelled(plain.handle))
    match(requireStatus(await see(world, '/agents?tests'), 200).text, labelled(tester.handle))
    for (const [kind, place] of Object.entries({ agents: tester.handle, posts: ofTester.permalink.slice(-12) })) {
      ok(!requireStatus(await see(world, `/sitemaps/${kind}/1?tests`), 200).text.includes(place), kind)
    }
  })
}

async function checkServices({ check, world }: ScenarioContext): Promise<void> {
  await check('services by message are listed and found', ['LOOK-33'], async () => {
    needsOperator(world)
    const owner = await offered(world, 'talks')
    const name = world.text('Talks')
    const made = { handle: 'talks', name, invocation_modes: ['dm'] }
    const { id } = requireStatus(await world.call(owner, 'POST', '/services', made), 201).data
    requireStatus(await world.call(owner, 'POST', `/services/${id}/transitions`, { to: 'active' }), 200)
    for (const query of ['by-message', `q=${encodeURIComponent(name)}`]) {
      const { text } = requireStatus(await see(world, `/services?${query}`), 200)
      ok(text.includes(name) && text.includes('send_dm'), query)
    }
  })
}

async function checkRobots({ check, world }: ScenarioContext): Promise<void> {
  await check('search engines may index if the operator allows it', ['LOOK-13'], async () => {
    const robots = async () => requireStatus(await see(world, '/robots.txt'), 200).text
    const welcome = await robots()
    ok(welcome.includes(`Sitemap: ${world.publicUrl}/sitemap.xml`), welcome)
    doesNotMatch(welcome, /^Disallow: \S*\/\s*$/m)
    await needsOperator(world).during('search_engines', 'off', async () => {
      match(await robots(), /^User-agent: \*\n[\s\S]*\nContent-Signal: search=no,.*\nDisallow: \/\s*$/)
    })
  })
}

async function checkClosed({ check, world }: ScenarioContext): Promise<void> {
  await check('with public pages disabled, only the enrollment instructions are served', ['LOOK-25'], async () => {
    const ann = await world.agent('ann')
    const { permalink } = await publish(world, ann)
    const path = pathOf(world, permalink)
    await needsOperator(world).during('looking', 'off', async () => {
      const isBare = ({ text }: { text: string }) => !/\/(p|agents|spaces|tags)\/\S/.test(text)
      const front = await until(() => see(world, '/'), isBare, patienceMs)
      ok(isBare(requireStatus(front, 200)), 'the front page shows what is there')
      match(front.text, /join/i)
      requireStatus(await see(world, '/guides'), 200)
      const pages = ['/posts', '/agents', `/agents/${ann.handle}`, '/spaces', '/services', '/search?q=closed', path]
      const forms = [
        '/posts.json',
        '/posts.atom',
        '/posts.md',
        `${path}.json`,
        `${path}.md`,
        `/@${ann.handle}`,
        '/sitemap.xml',
        '/sitemaps/posts/1',
      ]
      for (const one of [...pages, ...forms, `/oembed?url=${encodeURIComponent(permalink)}`]) {
        const last = await until(
          () => see(world, one),
          ({ status }) => status === 404,
          patienceMs,
        )
        requireStatus(last, 404)
      }
      match((await see(world, '/robots.txt')).text, /^Disallow: \/\s*$/m)
      requireStatus(await world.call(ann, 'GET', '/agents/me'), 200)
    })
    requireStatus(await see(world, path), 200)
  })
}

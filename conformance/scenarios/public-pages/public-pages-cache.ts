import { deepEqual, doesNotMatch, equal, match, ok } from 'node:assert/strict'
import { hasPages, pathOf, see } from '../../assertions/pages.ts'
import { masked, requireProblem, requireStatus } from '../../assertions/problems.ts'
import { defineScenario, type ScenarioContext, skip } from '../../scenario.ts'
import { enrollWith, publish } from '../../steps/agent-steps.ts'
import { createSpace, newSpaceHandle } from '../../steps/space-steps.ts'

const DRAWING = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><rect width="9" height="9"/></svg>'

export const publicPagesCache = defineScenario('pages for people: kept and hidden', async context => {
  if (!(await hasPages(context.world))) return skip('this server has no pages for people')
  await checkCached(context)
  await checkForm(context)
  await checkDrawings(context)
  await checkPrivate(context)
})

async function checkCached({ check, world }: ScenarioContext): Promise<void> {
  await check('a page has validators, and a conditional request returns a 304', ['LOOK-15', 'LOOK-16'], async () => {
    const ann = await world.agent('ann')
    const path = pathOf(world, (await publish(world, ann)).permalink)
    const { headers } = requireStatus(await see(world, path), 200)
    const named = String(headers.vary).toLowerCase().split(/ *, */)
    for (const name of ['accept', 'accept-encoding', 'cookie']) ok(named.includes(name), `${headers.vary}`)
    const known = requireStatus(await see(world, path, { 'if-none-match': headers.etag }), 304)
    deepEqual([known.text, known.headers.etag, known.headers.vary], ['', headers.etag, headers.vary])
    const other = requireStatus(await see(world, `/agents/${ann.handle}`, { 'if-none-match': headers.etag }), 200)
    ok(other.headers.etag !== headers.etag)
  })
  await check('a cached page is returned only for the same URL and representation', ['LOOK-17'], async () => {
    const words = world.text('sought').split(' ')[1]!
    const ann = await world.agent('ann')
    for (const path of ['/search', '/services']) {
      const found = [words, `un${words}`].map(q => see(world, `${path}?q=${q}`))
      for (const [index, reply] of (await Promise.all(found)).entries()) {
        ok(requireStatus(reply, 200).text.includes(`value="${index === 0 ? '' : 'un'}${words}"`), path)
      }
    }
    const path = `/agents/${ann.handle}`
    const forms = [path, `${path}.json`, `${path}.atom`, path]
    const types: string[] = []
    for (const form of forms) types.push(requireStatus(await see(world, form), 200).type)
    deepEqual(types, ['text/html', 'application/json', 'application/atom+xml', 'text/html'])
    const shared = pathOf(world, (await publish(world, ann)).permalink)
    equal(requireStatus(await see(world, shared), 200).type, 'text/html')
    ok((await see(world, shared, { accept: 'application/json' })).type !== 'text/html')
  })
  await check('refusals are not cacheable', ['HTTP-47'], async () => {
    for (const path of ['/p/000000000000', '/p/000000000000.json', `/agents/${world.handle('nobody')}`]) {
      equal(requireStatus(await see(world, path), 404).headers['cache-control'], 'no-store', path)
    }
  })
}

async function checkForm({ check, world }: ScenarioContext): Promise<void> {
  await check('a handle that ends like a file extension is reachable by its id', ['LOOK-7'], async () => {
    const agent = await enrollWith(world, 'ends', { handle: `${world.handle('ends')}.json` })
    requireProblem(await see(world, `/agents/${agent.handle}`), 'not-found')
    const { data } = requireStatus(await see(world, `/agents/${agent.handle}.json`), 200)
    equal(data.id, agent.agent_id)
    const { type, text } = requireStatus(await see(world, `/agents/${agent.agent_id}`), 200)
    equal(type, 'text/html')
    ok(text.includes(`@${agent.handle}`))
  })
}

async function checkDrawings({ check, world }: ScenarioContext): Promise<void> {
  await check('a drawing is a separate image, which runs and loads nothing', ['LOOK-23'], async () => {
    const given = { content: DRAWING, content_type: 'image/svg+xml', message: world.text('drawn') }
    const { permalink, content } = await publish(world, await world.agent('painter'), given)
    const { text } = requireStatus(await see(world, pathOf(world, permalink)), 200)
    ok(!text.includes('<rect'), 'it stands in the page')
    const code = permalink.slice(-12)
    const [, address] = new RegExp(`<img [^>]*?src="([^"]*${code}[^"]*)"`).exec(text) ?? []
    const path = new URL(String(address), permalink).pathname.slice(world.http.prefix.length)
    const { type, headers, text: drawn } = requireStatus(await see(world, path), 200)
    deepEqual([type, drawn], ['image/svg+xml', content])
    const policy = String(headers['content-security-policy'])
    match(policy, /default-src 'none'/)
    match(policy, /\bsandbox\b(?! allow)/)
    doesNotMatch(policy, /script-src|https?:/)
    equal(headers['x-content-type-options'], 'nosniff')
  })
}

async function checkPrivate({ check, world }: ScenarioContext): Promise<void> {
  await check('a private space and its posts are indistinguishable from missing ones', ['LOOK-20'], async () => {
    const ann = await world.agent('ann')
    const room = await createSpace(world, ann, { visibility: 'private', name: world.text('hidden room') })
    const { permalink, content } = await room.post(ann)
    const shown = await publish(world, ann)
    const [path, word] = [pathOf(world, permalink), content.split(' ').at(-1)!]
    const refusal = async (one: string) => masked(requireProblem(await see(world, `${one}.json`), 'not-found'))
    deepEqual(await refusal(path), await refusal('/p/000000000000'))
    requireProblem(await see(world, `${path}.md`), 'not-found')
    deepEqual(await refusal(room.path), await refusal(`/spaces/${newSpaceHandle('none')}`))
    for (const hidden of [path, room.path, `${room.path}.md`, `${path}/drawing.svg`, `${room.path}.atom`]) {
      requireStatus(await see(world, hidden), 404)
    }
    requireStatus(await see(world, `/oembed?url=${encodeURIComponent(permalink)}`), 404)
    for (const list of ['', '/posts', '.atom', '.md', '/posts.json']) {
      const { text } = requireStatus(await see(world, `/agents/${ann.handle}${list}?now`), 200)
      ok(text.includes(shown.permalink.slice(-12)), `${list} has what is public`)
      ok(!text.includes(path.slice(-12)) && !text.includes(word) && !text.includes(room.space.handle), list)
    }
  })
}

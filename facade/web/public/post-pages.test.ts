import test from 'ava'
import { useTestSite } from '../../../testing/browsers/test-site.ts'
import { populateSampleNetwork, type SampleNetwork } from '../../../testing/fixtures/sample-network.ts'
import { signInStaff } from '../../../testing/fixtures/signed-in-staff.ts'
import { postMessage } from '../../../tools/posts/post-message.ts'
import { permalinkCode } from '../../../tools/posts/post-permalink.ts'
import { likeAsPerson } from '../../../tools/reactions/like-as-person.ts'
import { invokeAgentService } from '../../../tools/tasks/invoke-agent-service.ts'

let lively: SampleNetwork
let liked: { id: string; path: string }
let asking: { id: string }
const site = useTestSite(test, {
  async populate(world) {
    lively = await populateSampleNetwork(world)
    const content = '# A *title*\n\n| a | b |\n|---|---|\n| 1 | ~~2~~ |\n\n- [x] done'
    const { id } = await world.call(postMessage, lively.ada, { content, content_type: 'text/markdown' })
    liked = { id, path: `/p/${permalinkCode(id)}` }
    const question = { kind: 'choice', options: ['<b>Monday', 'Friday'] }
    asking = await world.call(postMessage, lively.ada, { content: 'When?', question })
  },
})

const read = async (address: string) => await (await site().ask(address)).text()

test('counts link to the agents that reacted; people are counted, not named', async t => {
  const html = await read(lively.post)
  for (const one of ['#comments', '/likes', '/disagreements', '/reshares']) {
    t.true(html.includes(`href="${lively.post}${one}"`), one)
  }
  const likes = await read(`${lively.post}/likes`)
  for (const handle of ['boris', 'cy.weather']) t.true(likes.includes(`@${handle}</a>`), handle)
  const person = await signInStaff(site(), 'likes-it')
  await site().world.callOperator(likeAsPerson, { user_id: person.user_id, post_id: liked.id })
  const ofPeople = await read(`${liked.path}/likes`)
  t.regex(ofPeople, /And 1 person\./)
  t.notRegex(ofPeople, /likes-it/)
})

test("a post names its space once, and not on the space's own page", async t => {
  const named = (html: string) => html.match(/class="in-space"/g)?.length ?? 0
  t.is(named(await read('/posts')), 1)
  t.is(named(await read('/spaces/shifting-sands')), 0)
})

test("a list shows a post's question, and its page the answers", async t => {
  const part = (html: string) => /aria-label="Question">[\s\S]*?<\/section>/.exec(html)?.[0] ?? ''
  t.regex(part(await read('/posts')), /<bdi>&lt;b>Monday<\/bdi><\/li>[\s\S]*Friday[\s\S]*closes/)
  t.regex(part(await read(`/p/${permalinkCode(asking.id)}`)), /<span class="count">0<\/span>/)
})

test('the home page of a signed-in person is a timeline, without instructions for joining', async t => {
  t.regex(await read('/'), /How does my agent join\?[\s\S]*class="posts"/)
  const { html } = await (await signInStaff(site(), 'reads')).get('/')
  t.notRegex(html, /How does my agent join/)
  t.regex(html, /class="posts"/)
})

test('Markdown is rendered as on GitHub, and titles contain only its text', async t => {
  const html = await read(liked.path)
  t.regex(html, /<table><thead><tr><th scope="col">a<\/th>[\s\S]*<td><s>2<\/s><\/td>/)
  t.regex(html, /<li class="task">[\s\S]*Done: [\s\S]*done<\/li>/)
  t.regex(html, /<title>Ada Tidewater: “A title a b 1 2 ☑ done” · /)
  t.regex(html, /<meta property="og:description" content="A title a b 1 2 ☑ done"/)
  t.regex(await read('/posts.atom'), /<content type="text">A title\na b\n1 2\n☑ done<\/content>/)
})

test('a link preview has an image while the post is public', async t => {
  const html = await read(lively.post)
  const [, address = ''] = /property="og:image" content="([^"]*)"/.exec(html) ?? []
  const answer = await fetch(address)
  t.deepEqual([answer.status, answer.headers.get('content-type')], [200, 'image/png'])
  t.regex(answer.headers.get('cache-control')!, /max-age=10$/)
  t.is((await fetch(`${site().url}/p/000000000000/preview.png`)).status, 404)
})

test("a service's sample calls are accepted by its tool", async t => {
  const html = await read(`/offers/${lively.offer}`)
  const plain = html.replaceAll('&quot;', '"').replaceAll('&#39;', "'")
  const [, argument = ''] = /invoke_agent_service\((\{[\s\S]*?\n\})\)/.exec(plain) ?? []
  t.deepEqual(invokeAgentService.input.safeParse(JSON.parse(argument)).error?.issues, undefined)
  const [, body = ''] = /-d '(\{.*\})'/.exec(plain) ?? []
  const input = { offer_revision_id: lively.offer, ...JSON.parse(body) }
  t.deepEqual(invokeAgentService.input.safeParse(input).error?.issues, undefined)
  t.regex(plain, /message="What you need",\s+data=json/)
})

test('an offer shows the ratings of the service, with collapsed texts', async t => {
  const html = await read(`/offers/${lively.offer}`)
  t.regex(html, /<dt>Average of the buyers<\/dt><dd>4\.0 of 5<\/dd>[\s\S]*<details>[\s\S]*Right about the storm\./)
  t.regex(await read('/services'), /4\.0 of 5 by 1 buyer/)
})

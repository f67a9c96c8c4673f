import test from 'ava'
import { BROWSER, useBrowser } from '../../../testing/browsers/browser.ts'
import { useTestSite } from '../../../testing/browsers/test-site.ts'
import { populateSampleNetwork, type SampleNetwork } from '../../../testing/fixtures/sample-network.ts'

let lively: SampleNetwork
const site = useTestSite(test, {
  async populate(world) {
    lively = await populateSampleNetwork(world)
  },
})
const browser = useBrowser(test)

/** Each kind of page, by the name of its screenshot. */
const pages = (): Record<string, string> => ({
  front: '/',
  posts: '/posts',
  post: lively.post,
  drawing: lively.drawing,
  agents: '/agents',
  agent: '/agents/ada',
  'agent-comments': '/agents/cy.weather/comments',
  'agent-followers': '/agents/ada/followers',
  'agent-following': '/agents/ada/following',
  'agent-services': '/agents/cy.weather/services',
  spaces: '/spaces',
  space: '/spaces/shifting-sands',
  members: '/spaces/shifting-sands/members',
  guides: '/guides',
  guide: '/guides/owning',
  tag: '/tags/ocean',
  search: '/search?q=ocean',
  'search-nothing': '/search?q=nowhere',
  'search-begin': '/search',
  services: '/services',
  offer: `/offers/${lively.offer}`,
  missing: '/agents/nobody',
})

test('each page exists', async t => {
  for (const [name, path] of Object.entries(pages())) {
    const answer = await site().ask(path)
    const html = await answer.text()
    t.is(answer.status, name === 'missing' ? 404 : 200, `${path} ${html.slice(0, 2000)}`)
  }
})

const withBrowser = BROWSER.isAvailable ? test : test.skip

withBrowser(`every page is accessible, light and dark, narrow and wide${BROWSER.skipNote}`, async t => {
  const seen = browser()
  if (!seen) return void t.pass('no browser starts here')
  const faults: string[] = []
  const visited = await seen.look(site().url)
  for (const [name, path] of Object.entries(pages())) {
    for (const width of [1280, 320]) {
      await visited.visit(`${site().url}${path}`, { width })
      await visited.shoot(name)
      faults.push(...(await visited.faults()).map(fault => `${name} light ${width}: ${fault}`))
      if (name !== 'missing') faults.push(...visited.strays)
      const wide = await visited.page.evaluate(
        'document.documentElement.scrollWidth - document.documentElement.clientWidth',
      )
      if (wide !== 0) faults.push(`${name} is wider than ${width}`)
      faults.push(...(await visited.faultsIn('dark')).map(fault => `${name} dark ${width}: ${fault}`))
      await visited.shoot(name)
    }
  }
  await visited.context.close()
  t.deepEqual(faults, [])
})

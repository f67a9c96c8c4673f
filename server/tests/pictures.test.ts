import { createHash } from 'node:crypto'
import test from 'ava'
import { makePrivate, TEST_NOW } from '../../testing/fixtures/test-world.ts'
import { PREFIX, useTwoServers } from '../../testing/processes/two-servers.ts'

const two = useTwoServers(test)

const PICTURE = '<svg xmlns="http://www.w3.org/2000/svg"><circle r="1"/></svg>'
const OTHER = PICTURE.replace('1', '2')
const sha256 = (svg: string) => createHash('sha256').update(svg).digest('hex')

const draw = (agent: Awaited<ReturnType<ReturnType<typeof two>['enroll']>>, svg: string | null) =>
  two().send(agent, 'PATCH', '/agents/me', { profile_picture_svg: svg })

const get = (path: string, headers: Record<string, string> = {}, method = 'GET') =>
  fetch(`${two().servers[1].url}${PREFIX}${path}`, { method, headers })

test('a picture is a public document, by handle and id, and is cached by its digest', async t => {
  const ann = await two().enroll('ann')
  t.is((await draw(ann, PICTURE)).data.agent_picture.sha256, sha256(PICTURE))
  for (const name of ['ann', 'ANN', ann.agent_id, ann.agent_id.toUpperCase()]) {
    const response = await get(`/agents/${name}/picture`)
    t.is(response.status, 200, name)
    t.is(await response.text(), PICTURE)
    t.like(Object.fromEntries(response.headers), {
      'content-type': 'image/svg+xml; charset=utf-8',
      etag: `"${sha256(PICTURE)}"`,
      'cache-control': 'public, max-age=300',
      'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; sandbox",
      'x-content-type-options': 'nosniff',
      'x-aui-version': '1',
      'access-control-allow-origin': '*',
    })
  }
  const known = { 'If-None-Match': `"${sha256(PICTURE)}"` }
  const fresh = await get('/agents/ann/picture', known)
  t.deepEqual([fresh.status, await fresh.text()], [304, ''])
  for (const tag of ['*', `W/${known['If-None-Match']}`, `"x", ${known['If-None-Match']}`]) {
    t.is((await get('/agents/ann/picture', { 'If-None-Match': tag })).status, 304, tag)
  }
  t.is(fresh.headers.get('x-aui-version'), '1')
  t.is((await get('/agents/ann/picture', {}, 'HEAD')).status, 200)
  t.is((await get('/agents/ann/picture', {}, 'POST')).status, 405)
  await draw(ann, OTHER)
  t.is(await (await get('/agents/ann/picture', known)).text(), OTHER)
})

test('with its digest in the URL a picture is immutable, with another one it is not', async t => {
  const bob = await two().enroll('bob')
  const { url } = (await draw(bob, PICTURE)).data.agent_picture as { url: string }
  t.is(new URL(url).search, `?v=${sha256(PICTURE)}`)
  const cacheControlOf = async (query: string) =>
    (await get(`/agents/bob/picture${query}`)).headers.get('cache-control')
  t.is(await cacheControlOf(new URL(url).search), 'public, max-age=31536000, immutable')
  for (const query of [`?v=${sha256(OTHER)}`, '?v=', '?v=a&v=b', `?v=${sha256(PICTURE)}&v=${sha256(PICTURE)}`]) {
    t.is(await cacheControlOf(query), 'public, max-age=300', query)
  }
  const response = await fetch(url)
  t.is(await response.text(), PICTURE)
})

test('a private agent, one without a picture and a missing one are the same 404', async t => {
  const [cat, dan] = [await two().enroll('cat'), await two().enroll('dan')]
  await draw(cat, PICTURE)
  await draw(dan, PICTURE)
  await draw(dan, null)
  let ids = 0
  const newId = () => `00000000-0000-7000-8000-${String(++ids).padStart(12, '0')}`
  await makePrivate({ db: two().db, newId, clock: () => TEST_NOW }, cat.agent_id)
  const bodies = new Set<string>()
  for (const name of ['cat', cat.agent_id, 'dan', 'nobody', 'me', '%00', '%F0%9F%98%80', 'x'.repeat(300)]) {
    const response = await get(`/agents/${name}/picture`, { 'If-None-Match': `"${sha256(PICTURE)}"` })
    t.is(response.status, 404, name)
    t.is(response.headers.get('etag'), null)
    bodies.add((await response.text()).replace(/"(instance|request_id)":"[^"]*"/g, ''))
  }
  t.is(bodies.size, 1)
  t.is((await get('/agents/%E0%A4%A/picture')).status, 400)
  t.is((await two().send(cat, 'GET', '/agents/me')).data.agent_picture, null)
  t.is((await two().send(cat, 'GET', '/agents/me')).data.profile_picture_svg, PICTURE)
  const { data } = await two().send(cat, 'POST', '/posts', { content: 'to myself' })
  t.is(data.agent_picture, null)
  t.is((await two().send(cat, 'GET', `/posts/${data.id}`)).data.agent_picture, null)
})

test("lists have the picture's URL and digest, single reads its content", async t => {
  const [eve, fay] = [await two().enroll('eve'), await two().enroll('fay')]
  await draw(eve, PICTURE)
  const named = { sha256: sha256(PICTURE) }
  await two().send(fay, 'POST', '/agents/eve/follow')
  await two().send(eve, 'POST', '/agents/fay/follow')
  const written = (await two().send(eve, 'POST', '/posts', { content: 'hello @fay' })).data
  await two().send(fay, 'POST', '/social/bookmark', { post_id: written.id })
  const read = (await two().send(fay, 'GET', `/posts/${written.id}`)).data
  const profile = (await two().send(fay, 'GET', '/agents/eve')).data
  const reshared = (await two().send(fay, 'POST', `/posts/${written.id}/reshare`)).data
  t.is(reshared.agent_picture, null)
  for (const one of [written, read]) t.like(one, { agent_profile_picture_svg: PICTURE, agent_picture: named })
  t.like(profile, { profile_picture_svg: PICTURE, agent_picture: named })
  const list = async (agent: typeof eve, path: string) => (await two().send(agent, 'GET', path)).data
  const listed = [
    (await list(eve, '/posts/mine')).posts[0],
    (await list(fay, '/posts/mentions')).posts[0],
    (await list(fay, '/posts/bookmarks')).posts[0].post,
    (await list(fay, '/feed')).home[0],
    (await list(fay, '/heartbeat')).feed[0],
  ]
  for (const one of listed) t.like(one, { id: written.id, agent_profile_picture_svg: null, agent_picture: named })
  const own = (await two().send(fay, 'GET', '/agents/me')).data
  for (const side of ['followers_preview', 'following_preview']) {
    t.like(own[side][0], { handle: 'eve', profile_picture_svg: null, agent_picture: named }, side)
  }
  t.false(JSON.stringify([listed, own]).includes('<svg'))
})

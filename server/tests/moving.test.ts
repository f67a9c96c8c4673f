import test, { type ExecutionContext } from 'ava'
import { checkSignature, type Proof } from '../../clients/typescript/src/record/check-proof.ts'
import { filesOf, recordsOf } from '../../conformance/clients/archive-reader.ts'
import type { Data } from '../../conformance/clients/http.ts'
import { call, prefix } from '../../conformance/clients/rest.ts'
import { fingerprint, generateKeys, type Identity, signMessage } from '../../conformance/clients/signing.ts'
import { until } from '../../conformance/until.ts'
import {
  enrollAt,
  importAt,
  type Neighbour,
  postsAt,
  slugIn,
  useNeighbours,
  writeAt,
} from '../../testing/fixtures/neighbouring-servers.ts'

const neighbours = useNeighbours(test, 3)

const proofAt = async ({ http }: Neighbour, id: string) =>
  (await http.send({ path: `${prefix}/posts/${id}/proof` })).data as unknown as Proof

/** The archive of an agent, once the log contains its last post. */
async function exportAt(server: Neighbour, agent: Identity, lastPost: string): Promise<Buffer> {
  const { http } = server
  await until(
    () => proofAt(server, lastPost),
    ({ log }) => log !== null,
  )
  await call(http, agent, 'POST', '/agents/me/export')
  await until(
    () => call(http, agent, 'GET', '/agents/me/export'),
    ({ data }) => data.status === 'completed',
  )
  return (await call(http, agent, 'GET', '/agents/me/export/archive')).bytes
}

/** Rotates the key of an agent, with proof of the new one. */
async function rotate({ http }: Neighbour, agent: Identity): Promise<Identity> {
  const keys = await generateKeys()
  const proof = signMessage(`aui-key-rotation:v1:${agent.agent_id}:${fingerprint(keys.publicKey)}`, keys.privateKey)
  await call(http, agent, 'POST', '/agents/me/keys/rotate', { public_key_pem: keys.public_key_pem, proof })
  return { ...agent, ...keys }
}

const pageAt = async ({ http }: Neighbour, path: string) =>
  (await http.send({ path, headers: { accept: 'text/html' } })).text

/** Checks the two posts of the first server at the second, with origin and proof. */
async function checkBrought(t: ExecutionContext, at: Neighbour, reader: Identity, from: Neighbour, posts: string[]) {
  const listed = await postsAt(at, reader, 'ada-2')
  t.deepEqual(
    listed.map(({ content, origin, mentions, hashtags }) => [content, origin?.post_id, mentions, hashtags]),
    [
      ['words by the second key', posts[1], [], []],
      ['first words to @reader about #engines', posts[0], [], []],
    ],
  )
  for (const { id, permalink } of listed) {
    const proof = await proofAt(at, id)
    t.like(proof.origin, { server_url: from.url })
    t.deepEqual(
      (await checkSignature(proof)).filter(({ fault }) => fault),
      [],
    )
    t.regex(await pageAt(at, new URL(permalink).pathname), /First published at http:\/\/127\.0\.0\.1:\d+/)
  }
}

/** Imported posts cause no notifications; only new ones do. */
async function checkNews(t: ExecutionContext, { http }: Neighbour, follower: Identity) {
  for (const path of ['/feed?limit=50', '/search?q=words&limit=50']) {
    const { text } = await until(
      () => call(http, follower, 'GET', path),
      reply => reply.text.includes('words at the second server'),
    )
    t.regex(text, /words at the second server/)
    t.notRegex(text, /first words|second key/)
  }
}

async function checkForwarding(t: ExecutionContext, { http, ...former }: Neighbour, agent: Identity, to: string) {
  t.like((await call(http, agent, 'POST', '/agents/me/move', { moved_to: to })).data, { moved_to: to })
  const stopped = await call(http, agent, 'POST', '/posts', { content: 'more' })
  t.deepEqual([stopped.status, slugIn(stopped), stopped.data.moved_to], [403, 'agent-moved', to])
  t.is((await call(http, agent, 'GET', `/agents/${agent.handle}`)).data.moved_to, to)
  const page = await until(
    () => pageAt({ http, ...former }, `/agents/${agent.handle}`),
    html => html.includes('Moved to'),
  )
  t.true(page.includes(`href="${to}"`))
}

test.serial('an agent moves twice and returns, with its signed records', async t => {
  const [first, second, third] = neighbours() as [Neighbour, Neighbour, Neighbour]
  const former = await enrollAt(first, 'ada', await generateKeys())
  await call(first.http, former, 'PATCH', '/agents/me', { name: 'Ada L.', bio: 'Engines.', interests: ['engines'] })
  const one = await writeAt(first, former, 'first words to @reader about #engines')
  const ada = await rotate(first, former)
  const two = await writeAt(first, ada, 'words by the second key')
  const archive = await exportAt(first, ada, two)

  const at2 = await enrollAt(second, 'ada-2', ada)
  const follower = await enrollAt(second, 'follower', await generateKeys())
  await call(second.http, follower, 'POST', '/agents/ada-2/follow')
  const brought = await importAt(second, at2, archive)
  t.is(brought.status, 201, brought.text)
  t.like(brought.data, { server_url: first.url, origin_agent_id: ada.agent_id, posts: 2, skipped: 0 })
  const profile = (await call(second.http, follower, 'GET', '/agents/ada-2')).data
  t.like(profile, { name: 'Ada L.', bio: 'Engines.', interests: ['engines'] })
  await checkBrought(t, second, follower, first, [one, two])
  const { records } = (await call(second.http, at2, 'GET', '/agents/me/import/records')).data
  const kinds = (records as Data[]).map(({ kind }) => kind).sort()
  t.deepEqual(kinds, ['key_changes', 'key_changes', 'primary_keys', 'primary_keys'])
  await checkForwarding(t, first, ada, `${second.url}/@ada-2`)

  const three = await writeAt(second, at2, 'words at the second server')
  await checkNews(t, second, follower)
  const at3 = await enrollAt(third, 'ada', ada)
  t.like((await importAt(third, at3, await exportAt(second, at2, three))).data, { posts: 3, skipped: 0 })
  const origins = (await postsAt(third, at3, 'ada')).map(({ origin }) => [origin?.server_url, origin?.post_id])
  t.deepEqual(origins, [
    [second.url, three],
    [first.url, two],
    [first.url, one],
  ])

  const home = await exportAt(third, at3, await writeAt(third, at3, 'words at the third server'))
  t.is(slugIn(await importAt(first, ada, home)), 'agent-moved')
  t.is((await call(first.http, ada, 'DELETE', '/agents/me/move')).status, 200)
  t.like((await importAt(first, ada, home)).data, { posts: 2, skipped: 2 })
  t.deepEqual(
    (await postsAt(first, ada, 'ada')).map(({ content }) => content),
    [
      'words at the third server',
      'words at the second server',
      'words by the second key',
      'first words to @reader about #engines',
    ],
  )
  t.is((await writeAt(first, ada, 'home again')).length, 36)
  const own = recordsOf(filesOf(home), 'posts').map(({ origin }) => (origin as Data | null)?.server_url ?? null)
  t.deepEqual(own, [first.url, first.url, second.url, null])
})

test.serial(
  'the followers of a moved agent are recommended its new profile, and do not follow it automatically',
  async t => {
    const [first, second] = neighbours() as [Neighbour, Neighbour]
    const [bob, fan] = [
      await enrollAt(first, 'bob', await generateKeys()),
      await enrollAt(first, 'fan', await generateKeys()),
    ]
    await call(first.http, fan, 'POST', '/agents/bob/follow')
    const post = await writeAt(first, bob, 'by bob')
    const [archiveOfBob, archiveOfFan] = [await exportAt(first, bob, post), await exportAt(first, fan, post)]
    const offers = async (agent: Identity) => {
      const { text } = await until(
        () => call(second.http, agent, 'GET', '/heartbeat'),
        reply => reply.text.includes('social.follow.offered'),
      )
      t.is(((await call(second.http, agent, 'GET', '/agents/me')).data as Data).following_count, 0)
      return /"from_handle":"([^"]*)"/.exec(text)?.[1]
    }
    const fan2 = await enrollAt(second, 'fan-2', fan)
    t.is((await importAt(second, fan2, archiveOfFan)).status, 201)
    const bob2 = await enrollAt(second, 'bob-2', bob)
    t.is((await importAt(second, bob2, archiveOfBob)).status, 201)
    t.is(await offers(fan2), 'bob-2')
  },
)

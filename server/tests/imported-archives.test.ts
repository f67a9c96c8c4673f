import { randomUUID } from 'node:crypto'
import { gzipSync } from 'node:zlib'
import test from 'ava'
import { SQL } from 'sql-template-strings'
import {
  type ArchivedAgent,
  type ArchiveSigner,
  archivedPost,
  archiveOf,
  importRequest,
  jsonLines,
  manifestFor,
  newArchiveSigner,
  tarOf,
  type WrittenFile,
} from '../../conformance/clients/archive-writer.ts'
import type { Data, Reply } from '../../conformance/clients/http.ts'
import { call } from '../../conformance/clients/rest.ts'
import {
  fingerprint,
  generateKeys,
  type Identity,
  type KeyPair,
  signMessage,
} from '../../conformance/clients/signing.ts'
import { until } from '../../conformance/until.ts'
import { useSigner } from '../../testing/fixtures/archive-signer.ts'
import {
  closeNeighbour,
  enrollAt,
  importAt,
  type Neighbour,
  postsAt,
  slugIn,
  startNeighbour,
  useNeighbours,
  writeAt,
} from '../../testing/fixtures/neighbouring-servers.ts'
import { useDatabase } from '../../testing/fixtures/test-database.ts'

const neighbours = useNeighbours(test, 1)
const shared = useDatabase(test)

/** The agent of a handmade archive, with its profile and posts. */
interface Handmade {
  agent: ArchivedAgent
  files: [profile: WrittenFile, posts: WrittenFile]
}

function handmade(keys: KeyPair, ...contents: string[]): Handmade {
  const agent = { agent_id: randomUUID(), handle: 'elsewhere', key_id: fingerprint(keys.publicKey) }
  const posts = contents.map(content => archivedPost(agent, keys.privateKey, { content }))
  return {
    agent,
    files: [
      {
        name: 'profile/000001.jsonl',
        content: jsonLines([{ name: 'By hand', bio: null, profile_picture_svg: '<no svg' }]),
      },
      { name: 'posts/000002.jsonl', content: jsonLines(posts) },
    ],
  }
}

test.serial('an archive made by hand from the protocol is imported', async t => {
  const [server] = neighbours() as [Neighbour]
  const keys = await generateKeys()
  const signer = await useSigner(t)
  const { agent, files } = handmade(keys, 'one by hand', 'two by hand')
  const me = await enrollAt(server, 'by-hand', keys)
  const archive = archiveOf(signer, agent, files)
  const brought = await importAt(server, me, archive)
  t.like(brought.data, { server_url: signer.url, posts: 2, skipped: 0, origin_handle: 'elsewhere' })
  t.is((await call(server.http, me, 'GET', '/agents/me')).data.name, 'By hand')
  const [, post] = await postsAt(server, me, 'by-hand')
  t.like(post, { content: 'one by hand', origin: { server_url: signer.url } })
  t.is((await call(server.http, me, 'DELETE', `/posts/${post!.id}`)).status, 200)
  t.is((await call(server.http, me, 'GET', '/agents/me/import')).data.import_id, brought.data.import_id)
  const repeated = await importAt(server, me, archive)
  t.deepEqual([repeated.status, repeated.data], [200, brought.data])
  const again = await importAt(server, me, archiveOf(signer, agent, files))
  t.deepEqual([again.status, slugIn(again)], [409, 'import-not-possible'])
})

test.serial('an archive is imported once, within 7 days of enrollment, before anything is posted', async t => {
  const [server] = neighbours() as [Neighbour]
  const signer = await useSigner(t)
  const export_id = randomUUID()
  const arrive = async (handle: string) => {
    const keys = await generateKeys()
    const { agent, files } = handmade(keys, `by ${handle}`)
    return { me: await enrollAt(server, handle, keys), archive: archiveOf(signer, agent, files, { export_id }) }
  }
  const [first, replaying, late, posted] = [
    await arrive('imports-first'),
    await arrive('replays'),
    await arrive('is-late'),
    await arrive('has-posted'),
  ]
  t.is((await importAt(server, first.me, first.archive)).status, 201)
  await server.db.many(SQL`
    update agent set created_at = created_at - interval '169 hours' where id = ${late.me.agent_id}`)
  await writeAt(server, posted.me, 'already here')
  const refusals = await Promise.all(
    [replaying, late, posted].map(async ({ me, archive }) => {
      const refused = await importAt(server, me, archive)
      t.deepEqual(
        (await postsAt(server, me, me.handle)).map(({ origin }) => origin),
        me === posted.me ? [undefined] : [],
      )
      return [slugIn(refused), refused.data.detail]
    }),
  )
  t.deepEqual(refusals, [
    ['import-not-possible', 'This archive was already imported.'],
    ['import-not-possible', 'You have been here for more than 7 days.'],
    ['import-not-possible', 'You have posted here already.'],
  ])
})

type Hostile = readonly [name: string, archive: Buffer, members: Data]

const REGULAR = '0'
const fileAt = (name: string, content = '{}\n', type = REGULAR): WrittenFile => ({ name, content, type })
const packed = (...written: WrittenFile[]) => gzipSync(tarOf(written))

/** Incomplete or damaged archives, with the members of the problem. */
function brokenArchives(signer: ArchiveSigner, { agent, files }: Handmade): Hostile[] {
  const [profile, posts] = files
  const whole = archiveOf(signer, agent, files)
  const manifest = manifestFor(signer, agent, files)
  const forged = { ...posts, content: String(posts.content).replaceAll('mine, two', 'mine, too') }
  const withFile = (file: WrittenFile) => archiveOf(signer, agent, [file, ...files])
  const more = fileAt('posts/000003.jsonl')
  return [
    ['nothing', Buffer.alloc(0), {}],
    ['no archive', Buffer.from('{}'), {}],
    ['cut within gzip', whole.subarray(0, whole.length / 2), {}],
    ['without its manifest', packed(...files), {}],
    ['a file less', packed(profile, manifest), { file: posts.name }],
    ['a file more', packed(...files, more, manifest), { file: more.name }],
    ['a file behind', packed(...files, manifest, more), { file: manifest.name }],
    ['a byte of a post', packed(profile, forged, manifest), { file: posts.name }],
    ['a path upwards', withFile(fileAt('../../etc/passwd')), {}],
    ['an absolute path', withFile(fileAt('/etc/passwd')), {}],
    ['a link', withFile(fileAt('posts/000001.jsonl', '', '2')), {}],
    ['a folder', withFile(fileAt('posts/', '', '5')), {}],
    ['a bomb', gzipSync(Buffer.alloc(80_000_000)), {}],
    ['a tar that is a bomb', withFile(fileAt('events/000001.jsonl', ' '.repeat(70_000_000))), {}],
  ]
}

/** Archives that a server signed falsely, or that were signed in its name. */
function forgedArchives(
  signer: ArchiveSigner,
  { agent, files }: Handmade,
  { stranger, privateKey }: { stranger: Handmade; privateKey: KeyPair['privateKey'] },
): Hostile[] {
  const ours = neighbours()[0]!.url
  const [profile, posts] = files
  const manifest = { file: 'manifest.jws' }
  const liar = newArchiveSigner('http://127.0.0.1:9')
  const lineOf = (line: number) => ({ file: posts.name, line })
  const unsigned = { ...posts, content: String(posts.content).replaceAll('mine, two', 'mine, too') }
  const future = { ...JSON.parse(String(posts.content).split('\n')[0]!), created_at: '2999-01-01T00:00:00Z' }
  const withPosts = (content: string) => archiveOf(signer, agent, [{ name: posts.name, content }])
  const withFollowing = (content: string) => archiveOf(signer, agent, [{ name: 'following/000001.jsonl', content }])
  const unreadable = {
    ...future,
    created_at: '2026-01-01T00:00:00Z',
    proof: { ...future.proof, message: 'no', signature: signMessage('no', privateKey) },
  }
  const claimed = { ...stranger.agent, key_id: agent.key_id }
  return [
    ['a post that nobody signed', archiveOf(signer, agent, [profile, unsigned]), lineOf(2)],
    ['a post of the future', withPosts(jsonLines([future])), lineOf(1)],
    ['a line that is no JSON', withPosts('{}\nno\n'), lineOf(2)],
    ['a signed text that is no JSON', withPosts(jsonLines([unreadable])), lineOf(1)],
    ['a line without an end', withPosts(' '.repeat(2_000_001)), lineOf(1)],
    [
      'empty records without an end',
      withFollowing('{}\n'.repeat(20_001)),
      { file: 'following/000001.jsonl', line: 20_001 },
    ],
    ['signed by another key', archiveOf({ ...signer, privateKey: liar.privateKey }, agent, files), manifest],
    ['signed by a server that is not there', archiveOf(liar, agent, files), manifest],
    ['of this server', archiveOf({ ...signer, url: ours }, agent, files), manifest],
    ['incomplete', archiveOf(signer, agent, files, { is_complete: false }), manifest],
    ['of another agent', archiveOf(signer, stranger.agent, stranger.files), {}],
    ['in the name of another agent', archiveOf(signer, claimed, files), lineOf(1)],
  ]
}

test.serial('an archive that two processes import at once is imported once, and both return it', async t => {
  const processes = [await startNeighbour(shared()), await startNeighbour(shared())] as const
  t.teardown(async () => void (await Promise.all(processes.map(closeNeighbour))))
  const keys = await generateKeys()
  const { agent, files } = handmade(keys, 'once', 'and once')
  const archive = archiveOf(await useSigner(t), agent, files)
  const me = await enrollAt(processes[0], 'at-once', keys)
  const [one, other] = await Promise.all(processes.map(process => importAt(process, me, archive)))
  t.deepEqual([one?.status, other?.status].sort(), [200, 201])
  t.deepEqual(one?.data.import_id, other?.data.import_id)
  t.is((await postsAt(processes[0], me, 'at-once')).length, 2)
})

test.serial('while an archive is imported, its agent writes on, and so do others in the same statements', async t => {
  const [server] = neighbours() as [Neighbour]
  const [keys, signer] = [await generateKeys(), await useSigner(t)]
  const { agent, files } = handmade(keys, 'brought')
  const me = await enrollAt(server, 'imports-long', keys)
  const other = await enrollAt(server, 'comments-on', await generateKeys())
  const post = await writeAt(server, other, 'say something')
  const comment = (by: Identity) => call(server.http, by, 'POST', `/posts/${post}/comments`, { content: 'meanwhile' })
  let importing: Promise<Reply> | undefined
  await server.db.transaction(async tx => {
    await tx.script('lock table imported_follow in exclusive mode')
    importing = importAt(server, me, archiveOf(signer, agent, files))
    await until(
      () => tx.many(SQL`select from pg_locks where relation = 'imported_follow'::regclass and not granted`),
      waiting => waiting.length > 0,
    )
    const comments = await Promise.all([me, other].map(comment))
    t.deepEqual(
      comments.map(({ status }) => status),
      [201, 201],
    )
  })
  t.like((await importing!).data, { posts: 1 })
})

test.serial('a hostile archive changes nothing, and the problem says why', async t => {
  const [server] = neighbours() as [Neighbour]
  const keys = await generateKeys()
  const signer = await useSigner(t)
  const me = await enrollAt(server, 'target', keys)
  const mine = handmade(keys, 'mine, one', 'mine, two')
  const stranger = handmade(await generateKeys(), 'of a stranger')
  for (const [name, archive, members] of [
    ...brokenArchives(signer, mine),
    ...forgedArchives(signer, mine, { stranger, ...keys }),
  ]) {
    const refused = await importAt(server, me, archive)
    t.is(slugIn(refused), 'archive-not-valid', `${name}: ${refused.text}`)
    const { file, line } = refused.data
    t.deepEqual({ ...(file ? { file } : {}), ...(line ? { line } : {}) }, members, `${name}: ${refused.text}`)
    t.notRegex(refused.text, /mine|passwd|stranger/, name)
  }
  const whole = archiveOf(signer, mine.agent, mine.files)
  t.is(slugIn(await server.http.send(importRequest(server.http, me, whole, '0'.repeat(64)))), 'validation-error')
  t.is(slugIn(await importAt(server, me, Buffer.alloc(8_000_001))), 'payload-too-large')
  t.deepEqual(await postsAt(server, me, 'target'), [])
  t.is((await call(server.http, me, 'GET', '/agents/me')).data.name, 'target')

  // Text by another agent in a valid archive is left out, whatever its server says.
  const [profile, posts] = mine.files
  const mixed = [profile, { ...posts, content: `${posts.content}${stranger.files[1].content}` }]
  t.like((await importAt(server, me, archiveOf(signer, mine.agent, mixed))).data, { posts: 2, skipped: 1 })
})

test.serial("keys that a hostile server adds to an agent's history prove nothing", async t => {
  const [server] = neighbours() as [Neighbour]
  const [keys, victims] = [await generateKeys(), await generateKeys()]
  const signer = await useSigner(t)
  const me = await enrollAt(server, 'claims', keys)
  const victim = handmade(victims, 'words of a victim')
  const agent = { ...victim.agent, key_id: fingerprint(keys.publicKey) }
  const key_id = fingerprint(victims.publicKey)
  // The agent names the key of the victim as its successor, without the victim's signature.
  const rotation = archivedPost(agent, keys.privateKey, {
    content: '',
    public_key_pem: victims.public_key_pem,
    proof: '',
  })
  const { proof } = rotation as { proof: { message: string } }
  const message = proof.message.replace('/posts"', '/agents/me/keys/rotate"')
  const changed = { ...proof, message, signature: signMessage(message, keys.privateKey), key_id: agent.key_id }
  const files = [
    { name: 'primary_keys/000001.jsonl', content: jsonLines([{ version: 1, key_id, pem: victims.public_key_pem }]) },
    { name: 'key_changes/000002.jsonl', content: jsonLines([{ id: randomUUID(), proof: changed }]) },
    { name: 'posts/000003.jsonl', content: victim.files[1]!.content },
  ]
  const brought = await importAt(server, me, archiveOf(signer, agent, files))
  t.like(brought.data, { posts: 0, skipped: 1 }, brought.text)
})

import { constants, createHash, createPublicKey, verify } from 'node:crypto'
import test from 'ava'
import { SQL } from 'sql-template-strings'
import {
  leafOf,
  openCheckpoint,
  readEntries,
  rootByTiles,
  rootOfEntries,
} from '../../conformance/clients/log-reader.ts'
import { additionOf } from '../../testing/fixtures/secondary-keys.ts'
import { type TwoServersAgent, useTwoServers } from '../../testing/processes/two-servers.ts'
import { newEd25519Key } from '../../testing/values/curve-keys.ts'
import { jobContext } from '../../tools/core/jobs/job-runner.ts'
import { appendToLog } from '../../tools/record/append-to-log.ts'
import { logJob } from '../../tools/record/log.job.ts'

const two = useTwoServers(test)

const url = (path: string, server = 0) => `${two().servers[server]!.url}${path}`
const text = async (path: string, server = 0) => await (await fetch(url(path, server))).text()
const fetchTile = async (path: string) => {
  const response = await fetch(url(`/log${path}`))
  if (response.status !== 200) throw new Error(`${response.status} ${path}`)
  return Buffer.from(await response.arrayBuffer())
}

/** Appends at both servers concurrently. */
async function append(): Promise<void> {
  const runs = two().servers.map(({ runtime }) => logJob.run(jobContext(runtime, logJob.name)))
  const more = await Promise.all(runs)
  if (more.some(run => run.more)) await append()
}

async function checkpoint() {
  // Without a base URL, each server has its own, and so its own name for the log.
  const [note, ...keys] = [await text('/log/checkpoint'), await text('/log/key'), await text('/log/key', 1)]
  return openCheckpoint(note, keys.find(key => note.startsWith(`${key.split('+')[0]}\n`))!)
}

async function publish(agent: TwoServersAgent, content: string): Promise<string> {
  const { data, status } = await two().send(agent, 'POST', '/posts', { content })
  if (status !== 201) throw new Error(String(status))
  return data.id
}

const proofOf = async (id: string) => (await fetch(url(`/api/v1/aui/posts/${id}/proof`))).json() as Promise<Proof>

// biome-ignore lint/suspicious/noExplicitAny: assertions judge the members
type Proof = Record<string, any>

/** What a client can verify from a proof and the log alone. */
async function verified(proof: Proof) {
  const { size, root } = await checkpoint()
  const entries = await readEntries(size, fetchTile)
  if (!rootOfEntries(entries).equals(root)) throw new Error('the entries are not those of the checkpoint')
  const isIn = (leaf: { salt: string; record: string; leaf_index: number }) =>
    entries[leaf.leaf_index]?.equals(leafOf(leaf)) === true
  const key = createPublicKey({ key: Buffer.from(proof.public_key, 'base64'), format: 'der', type: 'spki' })
  const isRsa = key.asymmetricKeyType === 'rsa'
  const signer = isRsa ? { key, padding: constants.RSA_PKCS1_PSS_PADDING } : { key }
  const signature = Buffer.from(proof.signature, 'base64url')
  const record = JSON.parse(proof.log.record)
  return {
    signature: verify(isRsa ? 'sha256' : null, Buffer.from(proof.message), signer, signature),
    included: isIn(proof.log),
    record,
    digest: record.digest === createHash('sha256').update(proof.message).digest('hex'),
    keys: proof.keys.filter(isIn).map((one: { record: string }) => JSON.parse(one.record).detail),
  }
}

test.serial('anyone who knows only the protocol can verify a post by its envelope, its key and the log', async t => {
  const { enroll } = two()
  const ada = await enroll('ada')
  const content = 'Grüße "an alle" 😀\n\u2028 #proof'
  const id = await publish(ada, content)
  t.like(await proofOf(id), { type: 'none', log: null }, 'not read yet')
  await append()
  const proof = await proofOf(id)
  t.like(proof, { type: 'envelope', agent_id: ada.agent_id, handle: 'ada' })
  t.is(JSON.parse(proof.message).payload.content, content)
  const found = await verified(proof)
  t.like(found, { signature: true, included: true, digest: true })
  t.like(found.record, { v: 1, kind: 'post', id, agent_id: ada.agent_id, signer: proof.key_id, digest_of: 'message' })
  t.deepEqual(found.keys, [{ change: 'enrolled', kind: 'primary', key_id: proof.key_id, public_key: proof.public_key }])
})

test.serial('device keys, reshares and comments have the same proofs, and other device keys are not shown', async t => {
  const { enroll, send } = two()
  const [bea, cal] = [await enroll('bea'), await enroll('cal')]
  const id = await publish(bea, 'to reshare')
  const reshare = await send(cal, 'POST', `/posts/${id}/reshare`, { content: 'look' })
  const comment = await send(cal, 'POST', `/posts/${id}/comments`, { content: 'I agree' })
  for (const key of [newEd25519Key(), newEd25519Key()]) await send(cal, 'POST', '/agents/me/keys', additionOf(cal, key))
  await append()
  for (const proof of [
    await proofOf(reshare.data.id),
    await (
      await fetch(url(`/api/v1/aui/posts/${id}/comments/${comment.data.comment_id ?? comment.data.id}/proof`))
    ).json(),
  ]) {
    const found = await verified(proof as Proof)
    t.like(found, { signature: true, included: true, digest: true })
    t.is(found.keys.length, 1, 'device keys that did not sign it are left out')
  }
})

test.serial('a post with a token is marked as such', async t => {
  const { enroll, exchange, bear } = two()
  const dee = await enroll('dee')
  const { data } = await exchange(dee)
  const post = await bear(data.access_token, 'POST', '/posts', { content: 'by token' })
  await append()
  const proof = await proofOf(post.data.id)
  t.like(proof, { type: 'token', message: null, signature: null, key_id: null })
  const record = JSON.parse(proof.log.record)
  t.is(record.digest, createHash('sha256').update('by token').digest('hex'))
  t.is(record.digest_of, 'content')
})

test.serial('deleted text leaves only a commitment that nobody can open, and the deletion has its own', async t => {
  const { enroll, send, db } = two()
  const eve = await enroll('eve')
  const id = await publish(eve, 'something that I regret')
  await append()
  const before = await checkpoint()
  await send(eve, 'DELETE', `/posts/${id}`)
  t.is((await fetch(url(`/api/v1/aui/posts/${id}/proof`))).status, 404)
  await append()
  t.is((await checkpoint()).size, before.size + 1)
  t.is((await db.many(SQL`select act_id from public_act where act_id = ${id}`)).length, 0)
  const [{ stored }] = (await db.many<{ stored: boolean }>(SQL`
    select exists (select from public_act where message like '%regret%') as stored`)) as [{ stored: boolean }]
  t.false(stored)
})

test.serial('content that is not public has no leaf and no proof', async t => {
  const { enroll, db, send } = two()
  const fay = await enroll('fay')
  await append()
  const { size } = await checkpoint()
  await db.many(SQL`update agent set visibility = 'private' where id = ${fay.agent_id}`)
  const { data } = await send(fay, 'POST', '/posts', { content: 'for my owner' })
  await append()
  t.is((await checkpoint()).size, size)
  t.is((await fetch(url(`/api/v1/aui/posts/${data.id}/proof`))).status, 404)
})

test.serial('every size is consistent with the sizes before it, over more than one tile', async t => {
  const { db, enroll } = two()
  const gus = await enroll('gus')
  const roots: [number, Buffer][] = []
  for (const count of [1, 2, 61, 200, 300]) {
    await db.many(SQL`
      insert into act_outbox (act_id, agent_id, kind, detail, acted_at)
      select gen_random_uuid(), ${gus.agent_id}, 'key', '{"kind":"primary"}', now() from generate_series(1, ${count}::int)`)
    await append()
    const { size, root } = await checkpoint()
    roots.push([size, root])
    for (const [earlier, former] of roots) t.deepEqual(await rootByTiles(earlier, size, fetchTile), former)
    t.deepEqual(rootOfEntries(await readEntries(size, fetchTile)), root)
  }
  t.is(roots.at(-1)![0] - roots[0]![0], 563)
  const last = roots.at(-1)!
  await db.many(
    SQL`update log_tile set hashes = overlay(hashes placing '\\x00'::bytea from 7) where level = 0 and n = 0`,
  )
  t.notDeepEqual(await rootByTiles(last[0], last[0], fetchTile).catch(() => Buffer.of()), Buffer.of())
  t.notDeepEqual(rootOfEntries(await readEntries(last[0], fetchTile)), last[1], 'a rewritten entry is found')
})

test.serial('each action has one leaf, whatever two servers do concurrently and whichever is killed', async t => {
  const { db, enroll } = two()
  const hal = await enroll('hal')
  await append()
  const { size } = await checkpoint()
  const ids = await Promise.all(Array.from({ length: 12 }, (_, at) => publish(hal, `post ${at}`)))
  const killed = two().servers[0].runtime.db.transaction(async tx => {
    const { privateKey } = await two().servers[0].runtime.signingKey('log')
    const terms = {
      origin: 'x',
      privateKey,
      randomBytes: two().servers[0].runtime.randomBytes,
      now: new Date(),
      limit: 5,
    }
    await appendToLog(tx, terms)
    throw new Error('killed')
  })
  await t.throwsAsync(killed, { message: 'killed' })
  await append()
  t.is((await checkpoint()).size, size + 12)
  const rows = await db.many<{ act_id: string }>(SQL`
    select act_id from public_act where agent_id = ${hal.agent_id} and kind = 'post' order by leaf_index`)
  t.deepEqual(rows.map(({ act_id }) => act_id).sort(), [...ids].sort())
})

test.serial('paths that are not tiles are not found', async t => {
  for (const path of [
    '/log/tile/0/1',
    '/log/tile/64/000',
    '/log/tile/0/000.p/0',
    '/log/tile/0/000.p/256',
    '/log/tile/0/x000/000',
    '/log/tile/0/999',
    '/log/tile/-1/000',
  ]) {
    t.is((await fetch(url(path))).status, 404, path)
  }
  const full = await fetch(url('/log/tile/0/000'))
  t.is(full.headers.get('cache-control'), 'public, max-age=31536000, immutable')
  t.is(full.headers.get('content-type'), 'application/octet-stream')
})

import { readFileSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import test from 'ava'
import { SQL } from 'sql-template-strings'
import { until } from '../../../conformance/until.ts'
import { useBridge } from '../../../testing/processes/bridge-process.ts'

const site = useBridge(test)

async function run(...words: string[]) {
  const { code, out, err } = await site().run(words)
  return { code, out, err }
}

async function ask(...words: string[]) {
  const { code, out, err } = await run(...words)
  if (code !== 0) throw new Error(err)
  return JSON.parse(out)
}

const proofUrl = (id: string) => `${site().url}/api/v1/aui/posts/${id}/proof`

/** The proof, once the log has it. */
const provenPost = (id: string) =>
  until(
    async () => (await (await fetch(proofUrl(id))).json()) as { log: object | null; message: string },
    ({ log }) => log !== null,
  )

test.serial('device keys are added, listed, used, renamed and revoked', async t => {
  await ask('enroll', '--handle', 'ada')
  const added = await ask(
    'keys',
    'add',
    '--handle',
    'ada',
    '--label',
    'laptop',
    '--scope',
    'feed:read post:write',
    '--days',
    '30',
  )
  t.is(statSync(added.file).mode & 0o777, 0o600)
  t.like(added.key, { kind: 'device', label: 'laptop', scopes: ['feed:read', 'post:write'] })
  const spare = await ask('keys', 'add', '--handle', 'ada', '--kind', 'recovery')
  const { keys } = await ask('keys', 'list', '--handle', 'ada')
  t.deepEqual(keys.map(({ kind }: { kind: string }) => kind).sort(), ['device', 'primary', 'recovery'])
  const asDevice = ['--key', added.file, '--agent-id', added.agent_id]
  t.is((await ask('whoami', ...asDevice)).key_fingerprint, added.key.key_id)
  const renamed = await ask('keys', 'rename', added.key.key_id, '--label', 'phone', '--handle', 'ada')
  t.is(renamed.key.label, 'phone')
  t.is((await run('token', ...asDevice, '--scope', 'feed:read')).code, 0)
  t.is((await ask('keys', 'revoke', added.key.key_id, '--handle', 'ada')).key_id, added.key.key_id)
  t.is((await run('whoami', ...asDevice)).code, 1)
  t.is((await run('keys', 'forget', '--handle', 'ada')).code, 2)
  t.truthy(spare.file)
})

test.serial('verify says what of a post was proven, and finds what was changed', async t => {
  await ask('enroll', '--handle', 'bea')
  const { id } = await ask('post', 'proven words', '--handle', 'bea')
  const proof = await provenPost(id)
  const checkpoint = path.join(site().home, 'checkpoint')
  const first = await run('verify', `${site().url}/api/v1/aui/posts/${id}`, '--checkpoint', checkpoint)
  t.is(first.code, 0, first.out + first.err)
  for (const line of ['it signed the message', 'the log contains the record', "that the key was the agent's then"])
    t.regex(first.out, new RegExp(`^proven {6}.*${line}`, 'm'))
  t.regex(first.out, /^not proven {2}when it was written/m)
  const file = path.join(site().home, 'proof.json')
  const forged = { ...proof, message: proof.message.replace('proven words', 'other words') }
  writeFileSync(file, JSON.stringify(forged))
  const refused = await run('verify', file, '--log', `${site().url}/log`)
  t.is(refused.code, 1)
  t.regex(refused.out, /^NOT PROVEN {2}it signed the message.*not valid/m)
  t.regex(refused.out, /^NOT PROVEN {2}the record of the log is about it/m)
  writeFileSync(file, JSON.stringify(proof))
  const offline = await run('verify', file, '--log', 'http://127.0.0.1:9/log')
  t.is(offline.code, 1)
  t.regex(offline.out, /^proven {6}it signed the message/m)
  t.regex(offline.out, /^NOT PROVEN {2}the log was read/m)
  await ask('post', 'more words', '--handle', 'bea')
  const again = await run('verify', proofUrl(id), '--checkpoint', checkpoint)
  t.is(again.code, 0, again.out)
  t.regex(again.out, /the log continues the stored checkpoint/)
})

test.serial('a history that the operator rewrote is found by whoever stored a checkpoint', async t => {
  const { id } = await ask('post', 'before', '--handle', 'bea')
  await provenPost(id)
  const checkpoint = path.join(site().home, 'stored')
  t.is((await run('verify', proofUrl(id), '--checkpoint', checkpoint)).code, 0)
  const kept = readFileSync(checkpoint, 'utf8')
  const { db } = site().database
  await db.many(SQL`
    update log_tile set hashes = overlay(hashes placing '\\x0000000000000000'::bytea from 1) where level = 0 and n = 0`)
  const later = await ask('post', 'after', '--handle', 'bea')
  await provenPost(later.id)
  const found = await run('verify', proofUrl(later.id), '--checkpoint', checkpoint)
  t.is(found.code, 1)
  t.regex(found.out, /NOT PROVEN {2}the log continues the stored checkpoint: it was rewritten/)
  t.is(readFileSync(checkpoint, 'utf8'), kept, 'the evidence stays')
})

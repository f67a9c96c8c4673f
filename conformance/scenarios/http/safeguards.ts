import { deepEqual, equal, ok } from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { requireProblem, requireStatus } from '../../assertions/problems.ts'
import type { Data } from '../../clients/http.ts'
import { answerOf, openSession, request } from '../../clients/mcp-wire.ts'
import { callWithToken } from '../../clients/rest.ts'
import { defineScenario, type ScenarioContext } from '../../scenario.ts'

export const safeguards = defineScenario('safeguards', async context => {
  await checkDryRuns(context)
  await checkRefusals(context)
  await checkGuard(context)
})

async function checkDryRuns({ check, world }: ScenarioContext): Promise<void> {
  const [ida, bob] = [await world.agent('ida'), await world.agent('bob')]
  const writes = async (): Promise<[path: string, payload: Data][]> => {
    const { id } = requireStatus(await world.call(bob, 'POST', '/posts', { content: world.text('dry') }), 201).data
    return [
      ['/posts', { content: world.text('dry') }],
      [`/posts/${id}/comments`, { content: world.text('dry') }],
      ['/social/react', { post_id: id, reaction_type: 'like' }],
      [`/posts/${id}/reshare`, {}],
      [`/agents/${bob.handle}/follow`, {}],
      [`/dm/${bob.handle}`, { content: world.text('dry') }],
    ]
  }
  await check('a dry run returns the same as the call, and changes nothing', ['DRY-1', 'DRY-3'], async () => {
    for (const [path, payload] of await writes()) {
      const dry = await world.call(ida, 'POST', path, { ...payload, dry_run: true })
      requireStatus(dry, 200)
      const { dry_run, ...told } = dry.data
      equal(dry_run, true, path)
      const done = await world.call(ida, 'POST', path, payload)
      ok(done.status === 200 || done.status === 201, done.describe())
      for (const [name, member] of Object.entries(told)) {
        const isMade = member === null && typeof done.data[name] === 'string'
        if (!isMade && !/_at$/.test(name)) deepEqual(done.data[name], member, `${path} ${name}`)
      }
      if ('id' in done.data) equal(told.id, null, path)
    }
  })
  await check('a dry run neither uses an idempotency key nor makes a duplicate', ['DRY-1', 'DRY-5'], async () => {
    const payload = { content: world.text('keyed dry'), idempotency_key: randomUUID() }
    requireStatus(await world.call(ida, 'POST', '/posts', { ...payload, dry_run: true }), 200)
    const done = requireStatus(await world.call(ida, 'POST', '/posts', payload), 201)
    equal(done.headers['idempotent-replay'], undefined)
    const again = requireStatus(await world.call(ida, 'POST', '/posts', { ...payload, dry_run: true }), 200)
    equal(again.data.id, done.data.id)
  })
  await check('an MCP tool accepts it, and leaves out what it would create', ['DRY-1', 'DRY-3'], async () => {
    const session = await openSession(world.http, await world.token(ida))
    const call = { name: 'post_message', arguments: { content: world.text('dry'), dry_run: true } }
    const { structuredContent } = answerOf(await request(session, 'tools/call', call)).result as { structuredContent: Data }
    equal(structuredContent.dry_run, true)
    ok(!('id' in structuredContent), JSON.stringify(structuredContent))
  })
}

async function checkRefusals({ check, world }: ScenarioContext): Promise<void> {
  const ida = await world.agent('ida')
  const dry = (payload: Data, path = '/posts') => world.call(ida, 'POST', path, { dry_run: true, ...payload })
  await check('a dry run is refused like the call', ['DRY-2'], async () => {
    const content = world.text('twice')
    requireStatus(await world.call(ida, 'POST', '/posts', { content }), 201)
    requireProblem(await dry({ content }), 'duplicate-post')
    requireProblem(await dry({ content: '' }), 'validation-error')
    requireProblem(await dry({ content: 'x' }, `/posts/${randomUUID()}/comments`), 'not-found')
  })
  await check('a dry_run that is not a boolean is refused', ['DRY-7'], async () => {
    const data = requireProblem(await dry({ content: world.text('dry'), dry_run: 'true' }), 'validation-error')
    equal((data.errors as { pointer: string }[])[0]?.pointer, '/dry_run')
  })
  await check('a dry_run in the query of a write is refused', ['DRY-8'], async () => {
    const { id } = requireStatus(await world.call(ida, 'POST', '/posts', { content: world.text('kept') }), 201).data
    const token = await world.token(ida)
    requireProblem(await callWithToken(world.http, token, 'DELETE', `/posts/${id}?dry_run=true`), 'validation-error')
    requireStatus(await world.call(ida, 'GET', `/posts/${id}`), 200)
  })
  await check('a dry run counts as a request, and towards no other limit', ['DRY-4'], async () => {
    const used = async () => {
      const { limits } = requireStatus(await world.call(ida, 'GET', '/limits/me'), 200).data
      return (limits as { bucket: string; used: number }[]).find(({ bucket }) => bucket === 'posts')?.used
    }
    const before = await used()
    requireStatus(await dry({ content: world.text('uncounted') }), 200)
    equal(await used(), before)
  })
  await check('a dry run of a challenge response uses no attempt', ['DRY-6'], async () => {
    const response = { challenge_id: randomUUID(), nonce: 'x', dry_run: true }
    const { data } = requireStatus(await world.call(ida, 'POST', `/challenges/${response.challenge_id}/respond`, response), 200)
    deepEqual(data, { dry_run: true, stopped_before: 'attempt' })
  })
}

async function checkGuard({ check, world }: ScenarioContext): Promise<void> {
  const ida = await world.agent('ida')
  // Built from parts, so that secret scanners ignore this file.
  const token = ['ghp', 'q7RvT2mZp9Lk3XwD8sHfq7RvT2mZp9Lk3XwD'].join('_')
  const bio = `My token is ${token}.`
  await check(
    'text that looks like a credential is refused without repeating it, unless it is intended',
    ['GUARD-1', 'GUARD-2', 'GUARD-3'],
    async () => {
      for (const [method, path, payload, pointer] of [
        ['POST', '/posts', { content: bio }, '/content'],
        ['POST', '/posts', { content: world.text('fine'), message: bio }, '/message'],
        ['PATCH', `/agents/${ida.handle}`, { bio }, '/bio'],
      ] as const) {
        const data = requireProblem(await world.call(ida, method, path, payload), 'credential-suspected')
        deepEqual([data.pointer, data.kind], [pointer, 'github_token'])
        ok(!JSON.stringify(data).includes(token))
        const sent = await world.call(ida, method, path, { ...payload, allow_credential_like: true })
        ok(sent.status === 200 || sent.status === 201, sent.describe())
      }
    },
  )
}

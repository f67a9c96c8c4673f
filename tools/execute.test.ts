import test from 'ava'
import { signatureProof, tokenProof } from '../testing/fixtures/proofs.ts'
import { useTestWorld } from '../testing/fixtures/test-world.ts'
import { getLimits } from './admission/get-limits.ts'
import type { AgentActor } from './core/context.ts'
import type { Tool } from './core/define-tool.ts'
import { Problem } from './core/problems/problem.ts'
import { LIMITS } from './core/rate-limits.ts'
import type { Scope } from './core/scopes.ts'
import { execute, type SentInput } from './execute.ts'
import { postMessage } from './posts/post-message.ts'
import { bindWallet } from './wallet/bind-wallet.ts'

const world = useTestWorld(test, { limits: LIMITS })

interface Changes {
  scopes?: readonly Scope[]
  input?: SentInput
}

async function call(tool: Tool, agent: AgentActor, { scopes, input = { values: {} } }: Changes = {}) {
  const { runtime } = world()
  const proof = scopes
    ? await tokenProof(runtime, agent.agent_id, scopes)
    : await signatureProof(runtime, agent.agent_id)
  const { result, error } = await execute(runtime, tool, proof, { transport: 'rest', request_id: 'test', input })
  if (!result) throw error
  return result
}

async function used(agent: AgentActor) {
  const { limits } = await world().call(getLimits, agent)
  const of = (name: string) => limits.find(({ bucket }: { bucket: string }) => bucket === name)!.used
  return { requests: of('requests'), posts: of('posts') }
}

const unreadable = { values: {}, fault: new Problem('malformed-json', 'The body must be a JSON object.') }

test('a call out of the scope of its token is a request, and no action', async t => {
  const ann = await world().agent('ann')
  const input = { values: { content: 'hello' } }
  const { slug, members } = await world().refusal(call(postMessage, ann, { scopes: ['feed:read'], input }))
  t.is(slug, 'insufficient-scope')
  t.is(members.required_scope, 'post:write')
  t.deepEqual(await used(ann), { requests: 1, posts: 0 })
  await call(postMessage, ann, { scopes: ['feed:read', 'post:write'], input })
  t.deepEqual(await used(ann), { requests: 2, posts: 1 })
})

test('an input is read once its call was admitted; one that cannot be read gives the action back', async t => {
  const bob = await world().agent('bob')
  t.is((await world().refusal(call(postMessage, bob, { input: unreadable }))).slug, 'malformed-json')
  t.deepEqual(await used(bob), { requests: 1, posts: 0 })
  await world().db.script(`update agent_status set status = 4 where agent_id = '${bob.agent_id}'`)
  t.is((await world().refusal(call(postMessage, bob, { input: unreadable }))).slug, 'aui-signature-agent-inactive')
})

test('what is closed as a whole says so ahead of an input that cannot be read', async t => {
  const carl = await world().agent('carl')
  t.is((await world().refusal(call(bindWallet, carl, { input: unreadable }))).slug, 'wallet-unavailable')
})

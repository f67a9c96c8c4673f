import { deepEqual, equal } from 'node:assert/strict'
import { requireInvalid, requireProblem, requireStatus } from '../../assertions/problems.ts'
import type { Data, Reply } from '../../clients/http.ts'
import { fingerprint, generateKeys, type KeyPair, signMessage } from '../../clients/signing.ts'
import { needsOperator } from '../../operator.ts'
import { defineScenario, type ScenarioContext, skip } from '../../scenario.ts'
import * as agentShapes from '../../schemas/agents.ts'
import { until } from '../../until.ts'
import type { World } from '../../world.ts'

export const operatorEnrollment = defineScenario('enrollment settings of an operator', async context => {
  await checkCodes(context)
  await checkProof(context)
  await checkReserved(context)
  await checkPerson(context)
  await checkHeldBack(context)
})

async function checkHeldBack({ check, world }: ScenarioContext): Promise<void> {
  await check('new agents are not recommended during probation, but can be found by name', ['ENROLL-86', 'ENROLL-87'], async () => {
    const operator = needsOperator(world)
    const reader = await world.agent('bob')
    await operator.during('listed_after', 3, async () => {
      const agent = await world.newAgent('late')
      const own = async () => requireStatus(await world.call(agent, 'GET', '/agents/me'), 200).as(agentShapes.ownProfile)
      const found = async () => {
        const { data } = requireStatus(await world.call(reader, 'GET', `/agents/search?q=${agent.handle}`), 200)
        return JSON.stringify(data.agents).includes(agent.agent_id)
      }
      const { listed_from, created_at } = await own()
      equal(Date.parse(String(listed_from)) - Date.parse(created_at), 3 * 3_600_000)
      equal(await found(), false)
      const { data } = requireStatus(await world.call(reader, 'GET', `/agents/${agent.handle}`), 200)
      deepEqual([data.id, 'listed_from' in data], [agent.agent_id, false])
      await operator.inDays(3.1 / 24, async () => {
        equal(await until(found, Boolean), true)
        equal((await own()).listed_from, null)
      })
    })
  })
}

/** A name that no other call returns. */
const fresh = (world: World, word: string) =>
  world
    .text(world.handle(word))
    .replace(/[^a-z0-9-]/g, '')
    .slice(0, 30)

async function newcomer(world: World, more: Data = {}): Promise<{ keys: KeyPair; body: Data }> {
  const keys = await generateKeys()
  return { keys, body: { handle: fresh(world, 'in'), name: 'Newcomer', public_key_pem: keys.public_key_pem, ...more } }
}

async function enroll(world: World, more: Data): Promise<Reply> {
  return world.enroll((await newcomer(world, more)).body)
}

async function checkCodes({ check, world }: ScenarioContext): Promise<void> {
  await check(
    'with the invitation gate, a new agent requires a code, which works once',
    ['ENROLL-10', 'ENROLL-31', 'ENROLL-33', 'ENROLL-38', 'ENROLL-52', 'ENROLL-53'],
    async () => {
      const operator = needsOperator(world)
      const { handle } = await world.agent('bob')
      await operator.setting('invitation_codes', 'on')
      try {
        const code = await operator.code()
        equal(code.replace(/[0-9A-Za-z]{16}/, ''), '')
        requireInvalid(await enroll(world, {}), '/invitation_code')
        requireProblem(await enroll(world, { invitation_code: 'A'.repeat(16) }), 'invalid-invitation-code')
        requireProblem(await enroll(world, { handle, invitation_code: code }), 'handle-taken')
        requireStatus(await enroll(world, { invitation_code: code }), 201)
        requireProblem(await enroll(world, { invitation_code: code }), 'invalid-invitation-code')
      } finally {
        await operator.setting('invitation_codes', 'off')
      }
    },
  )
  await check('of several concurrent enrollments with one code one succeeds', ['ENROLL-53'], async () => {
    const operator = needsOperator(world)
    await operator.setting('invitation_codes', 'on')
    try {
      const invitation_code = await operator.code()
      const replies = await Promise.all([1, 2, 3, 4].map(() => enroll(world, { invitation_code })))
      deepEqual(replies.map(({ status }) => status).sort(), [201, 403, 403, 403])
    } finally {
      await operator.setting('invitation_codes', 'off')
    }
  })
  await check('a code is invalid a year later', ['ENROLL-33'], async () => {
    const operator = needsOperator(world)
    await operator.during('invitation_codes', 'on', async () => {
      const invitation_code = await operator.code()
      await operator.inDays(366, async () => {
        requireProblem(await enroll(world, { invitation_code }), 'invalid-invitation-code')
      })
    })
  })
  await check('without the invitation gate, a code is ignored', ['ENROLL-54'], async () => {
    needsOperator(world)
    requireStatus(await enroll(world, { invitation_code: 'no code at all' }), 201)
  })
}

async function checkProof({ check, world }: ScenarioContext): Promise<void> {
  await check('with required proofs, a new agent proves possession of its key', ['ENROLL-57', 'ENROLL-58', 'ENROLL-59'], async () => {
    const operator = needsOperator(world)
    await operator.setting('enrollment_proof', 'on')
    try {
      const { keys, body } = await newcomer(world)
      requireInvalid(await world.enroll(body), '/proof')
      const timestamp_ms = world.http.now()
      const statement = `aui-enroll:v1:${body.handle}:${fingerprint(keys.publicKey)}:${timestamp_ms}`
      const proof = signMessage(statement, keys.privateKey)
      requireInvalid(await world.enroll({ ...body, timestamp_ms: timestamp_ms - 1, proof }), '/proof')
      requireStatus(await world.enroll({ ...body, timestamp_ms, proof }), 201)
    } finally {
      await operator.setting('enrollment_proof', 'off')
    }
  })
}

/** Reserved handles that are neither part of a route nor the name of a service. */
const reserved = ['everyone', 'moderator', 'undefined', 'support', 'system', 'root', 'null', 'admin']

async function checkReserved({ check, world }: ScenarioContext): Promise<void> {
  await check('a person can get a reserved handle: the agent is active and theirs', ['ENROLL-45'], async () => {
    const operator = needsOperator(world)
    const keys = await generateKeys()
    const handle = await firstFree(world)
    const agent_id = await operator.handle(await operator.person(), handle, 'Reserved', keys.public_key_pem)
    const agent = { agent_id, handle, name: 'Reserved', ...keys }
    const own = requireStatus(await world.call(agent, 'GET', '/agents/me'), 200).data
    deepEqual([own.handle, own.status, own.has_owner], [handle, 'active', true])
  })
}

async function firstFree(world: World): Promise<string> {
  const reader = await world.agent('bob')
  for (const handle of reserved) {
    if ((await world.call(reader, 'GET', `/agents/${handle}`)).status === 404) return handle
  }
  skip('every reserved handle that the suite knows is already taken')
}

async function checkPerson({ check, world }: ScenarioContext): Promise<void> {
  await check('an agent that names a person at enrollment is pending', ['ENROLL-21', 'ENROLL-22'], async () => {
    const user_id = await needsOperator(world).person()
    const { status, owner_id } = requireStatus(await enroll(world, { user_id }), 201).data
    deepEqual([status, owner_id], ['pending_ownership', null])
  })
}

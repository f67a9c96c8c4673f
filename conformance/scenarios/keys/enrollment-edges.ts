import { deepEqual, equal, match } from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import { requireInvalid, requireProblem, requireStatus } from '../../assertions/problems.ts'
import { clausesBy } from '../../clauses-of.ts'
import type { Data, Reply } from '../../clients/http.ts'
import { prefix } from '../../clients/rest.ts'
import { fingerprint, generateKeys, signMessage } from '../../clients/signing.ts'
import { defineScenario, type ScenarioContext } from '../../scenario.ts'
import type { World } from '../../world.ts'

const clausesOfBounds = clausesBy({
  'a handle *': ['ENROLL-3'],
  'a name *': ['ENROLL-4', 'TEXT-1', 'TEXT-24'],
  '50 interests': ['ENROLL-6'],
  'an interest of 100 characters': ['ENROLL-6', 'TEXT-26'],
  'a platform language of 32 characters': ['ENROLL-7'],
  'a platform language in parts': ['ENROLL-7', 'ENROLL-88'],
  'a bio of 280 characters': ['ENROLL-8', 'TEXT-1', 'TEXT-25'],
})

export const enrollmentEdges = defineScenario('enrollment: bounds, reserved names and proofs', async context => {
  await checkBounds(context)
  await checkShown(context)
  await checkLanguages(context)
  await checkSpelling(context)
  await checkPresets(context)
  await checkReserved(context)
  await checkOrder(context)
  await checkVisibility(context)
  await checkProofs(context)
})

async function enrollWith(world: World, change: Data): Promise<Reply> {
  const { public_key_pem } = await generateKeys()
  return world.enroll({ handle: world.handle(`e${randomUUID().slice(0, 6)}`), name: 'Edge', public_key_pem, ...change })
}

async function checkBounds({ check, world }: ScenarioContext): Promise<void> {
  const rows: [string, Data][] = [
    ['a handle of 32 characters', { handle: world.handle('long').padEnd(32, '0') }],
    ['a handle with every separator', { handle: `${world.handle('a.b_c')}` }],
    ['a name of two characters', { name: '\u{1f40d}\u{1f40d}' }],
    ['a name of 100 characters', { name: '\u{1f40d}'.repeat(100) }],
    ['50 interests', { interests: Array.from({ length: 50 }, (_, at) => `tag ${at}`) }],
    ['an interest of 100 characters', { interests: ['x'.repeat(100)] }],
    ['a platform language of 32 characters', { primary_language: `x-${'a'.repeat(30)}` }],
    ['a platform language in parts', { primary_language: 'x-lojban-2' }],
    ['a bio of 280 characters', { bio: '\u{1f40d}'.repeat(280) }],
  ]
  for (const [what, change] of rows) {
    await check(`${what} is accepted`, clausesOfBounds(what), async () => {
      const { data } = requireStatus(await enrollWith(world, change), 201)
      const [[name, value]] = Object.entries(change) as [[string, unknown]]
      if (name === 'interests') equal((data.interests as string[]).length, (value as string[]).length)
      else if (name !== 'bio') equal(data[name], value)
    })
  }
}

const unseen = '\u200b'

async function checkShown({ check, world }: ScenarioContext): Promise<void> {
  await check('the limits of names and bios apply to their visible part', ['TEXT-6', 'TEXT-10'], async () => {
    const name = 'x'.repeat(100)
    const bio = `${unseen}${'x'.repeat(280)}`
    equal(requireStatus(await enrollWith(world, { name: `${name}${unseen}`, bio }), 201).data.name, name)
    requireInvalid(await enrollWith(world, { name: `x${unseen}` }), '/name')
  })
}

async function checkLanguages({ check, world }: ScenarioContext): Promise<void> {
  for (const code of ['zz', 'DE', 'x-', 'x-A', 'x--a', 'x-a-', 'x-a_b', `x-${'a'.repeat(31)}`]) {
    await check(`"${code}" is not a language`, ['ENROLL-7', 'ENROLL-12', 'ENROLL-88'], async () => {
      requireInvalid(await enrollWith(world, { primary_language: code }), '/primary_language')
    })
  }
}

async function checkSpelling({ check, world }: ScenarioContext): Promise<void> {
  const storedInterests = async (interests: string[]) =>
    requireStatus(await enrollWith(world, { interests }), 201).data.interests as string[]
  await check('Latin letters are transliterated to ASCII', ['ENROLL-15', 'ENROLL-89'], async () => {
    deepEqual(await storedInterests(['Łódź', 'Straße', 'Ærø', 'Þing']), ['lodz', 'strasse', 'aero', 'thing'])
  })
  await check('interests in other scripts are not empty', ['ENROLL-15', 'ENROLL-90'], async () => {
    const stored = await storedInterests(['Москва', 'Αθήνα', '東京', '한국'])
    equal(new Set(stored).size, 4, `kept as ${stored.join(', ')}`)
    for (const interest of stored) match(interest, /^[a-z0-9]+(-[a-z0-9]+)*$/)
  })
}

const visibility_config = {
  followers: 'public',
  following: 'public',
  activity: 'public',
  reactions: 'public',
  reshares: 'public',
  interests: 'public',
  'dm-graph': 'private',
  'owner-identity': 'private',
  'agent-persona': 'private',
  'lifecycle-timeline': 'private',
}

async function checkPresets({ check, world }: ScenarioContext): Promise<void> {
  await check(
    'absent and null members have their default',
    ['ENROLL-6', 'ENROLL-7', 'ENROLL-8', 'ENROLL-9', 'ENROLL-11', 'ENROLL-20'],
    async () => {
      const nulls = { interests: [], primary_language: null, bio: null, user_id: null, visibility: null }
      for (const change of [{}, nulls]) {
        const { data } = requireStatus(await enrollWith(world, change), 201)
        const { interests, primary_language, visibility, owner_id, status } = data
        deepEqual([interests, primary_language, visibility, owner_id, status], [[], null, 'public', null, 'active'])
      }
    },
  )
  await check("a new agent's lists are public, and the rest is private", ['ENROLL-26'], async () => {
    // Servers that show presence have a visibility surface for it (PRESENCE-8).
    const { presence = 'public', ...surfaces } = requireStatus(await enrollWith(world, {}), 201).data.visibility_config as Data
    deepEqual({ presence, ...surfaces }, { presence: 'public', ...visibility_config })
  })
}

const inPaths = ['bookmarks', 'browse', 'conversations', 'invitations', 'mentions', 'mine', 'search', 'trending', 'users']
const misleading = ['admin', 'api', 'everyone', 'mcp', 'moderator', 'null', 'root', 'support', 'system', 'undefined']

async function checkReserved({ check, world }: ScenarioContext): Promise<void> {
  const { service } = (await world.http.send({ path: `${prefix}/discovery.json` })).as(z.looseObject({ service: z.string() }))
  const own = world.withNewAddress()
  const requireReserved = async (handle: string) => {
    const { data } = await own.http.send({ path: `${prefix}/handles/${handle}/availability` })
    deepEqual(data, { available: false, code: 'handle_reserved' }, handle)
    requireProblem(await enrollWith(own, { handle }), 'handle-reserved')
  }
  await check('names used in paths are reserved', ['ENROLL-28', 'ENROLL-41', 'ENROLL-49'], async () => {
    for (const handle of inPaths) await requireReserved(handle)
    requireInvalid(await enrollWith(own, { handle: 'me' }), '/handle')
  })
  await check('misleading names are reserved', ['ENROLL-28', 'ENROLL-42', 'ENROLL-49'], async () => {
    for (const handle of misleading) await requireReserved(handle)
  })
  await check('the name of the service is reserved', ['ENROLL-28', 'ENROLL-43'], async () => {
    await requireReserved(service.toLowerCase())
  })
  own.http.close()
}

async function checkOrder({ check, world }: ScenarioContext): Promise<void> {
  await check('an unknown person is reported before conflicts', ['ENROLL-36'], async () => {
    const { handle, public_key_pem } = await world.agent('ann')
    requireProblem(await enrollWith(world, { handle, public_key_pem, user_id: randomUUID() }), 'not-found')
    requireProblem(await enrollWith(world, { handle }), 'handle-taken')
  })
  await check('members are checked before the key, the key before the handle, and the handle before the owner', ['ENROLL-91'], async () => {
    const [handle, public_key_pem, visibility] = ['admin', 'no key', 'private']
    requireInvalid(await enrollWith(world, { handle, public_key_pem, visibility, name: 'x' }), '/name')
    requireInvalid(await enrollWith(world, { handle, public_key_pem, visibility }), '/public_key_pem', 'invalid-public-key')
    requireProblem(await enrollWith(world, { handle, visibility }), 'handle-reserved')
    requireInvalid(await enrollWith(world, { public_key_pem, visibility }), '/public_key_pem', 'invalid-public-key')
  })
}

async function checkVisibility({ check, world }: ScenarioContext): Promise<void> {
  await check('visibility never changes', ['ENROLL-56'], async () => {
    const ann = await world.agent('ann')
    for (const visibility of ['private', 'public']) await world.call(ann, 'PATCH', '/agents/me', { visibility })
    await world.call(ann, 'PATCH', '/agents/me', { visibility: 'private', name: ann.name })
    equal(requireStatus(await world.call(ann, 'GET', '/agents/me'), 200).data.visibility, 'public')
    const bob = await world.agent('bob')
    requireStatus(await world.call(bob, 'GET', `/agents/${ann.handle}`), 200)
  })
}

async function checkProofs({ check, world }: ScenarioContext): Promise<void> {
  const [keys, others] = [await generateKeys(), await generateKeys()]
  const handle = world.handle('proven')
  const now = Date.now()
  const statement = (named: string, key: typeof keys, at: number) => `aui-enroll:v1:${named}:${fingerprint(key.publicKey)}:${at}`
  const prove = (text: string, key = keys) => signMessage(text, key.privateKey)
  const rows: [string, Data][] = [
    ['by another key', { proof: prove(statement(handle, keys, now), others), timestamp_ms: now }],
    ['over another key', { proof: prove(statement(handle, others, now)), timestamp_ms: now }],
    ['over another handle', { proof: prove(statement('test-other', keys, now)), timestamp_ms: now }],
    ['over another time', { proof: prove(statement(handle, keys, now - 1)), timestamp_ms: now }],
    ['of six minutes ago', { proof: prove(statement(handle, keys, now - 360_000)), timestamp_ms: now - 360_000 }],
    ['of six minutes ahead', { proof: prove(statement(handle, keys, now + 360_000)), timestamp_ms: now + 360_000 }],
    ['that is no signature', { proof: 'AAAA', timestamp_ms: now }],
  ]
  const body = { handle, name: 'Proven', public_key_pem: keys.public_key_pem }
  for (const [what, change] of rows) {
    await check(`a proof ${what} is a 422 that points at /proof`, ['ENROLL-58'], async () => {
      requireInvalid(await world.enroll({ ...body, ...change }), '/proof')
    })
  }
  await check('a proof that verifies enrolls', ['ENROLL-57'], async () => {
    const proof = prove(statement(handle, keys, now))
    requireStatus(await world.enroll({ ...body, proof, timestamp_ms: now }), 201)
  })
}

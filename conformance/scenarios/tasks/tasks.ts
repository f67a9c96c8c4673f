import { equal, ok } from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import { requireInvalid, requireProblem } from '../../assertions/problems.ts'
import { defineScenario, type ScenarioContext } from '../../scenario.ts'

export const tasks = defineScenario('tasks', async context => {
  await checkInput(context)
  await checkCredentials(context)
  await checkMissing(context)
})

const forbidden = z.looseObject({ pointer: z.string() })

const asked = (input: object = {}) => ({ message: 'Do it.', idempotency_key: randomUUID(), ...input })

async function checkInput({ check, world }: ScenarioContext): Promise<void> {
  const consumer = await world.agent('consumer')
  const invoke = (input: object) => world.call(consumer, 'POST', `/service-offers/${randomUUID()}/invoke`, asked(input))
  await check('an input that is too long, too large or absent is a 422 that points at it', ['TASK-1'], async () => {
    for (const [input, pointer] of [
      [{ message: '' }, '/message'],
      [{ message: undefined }, '/message'],
      [{ message: 'é'.repeat(4_001) }, '/message'],
      [{ data: [1] }, '/data'],
      [{ data: { a: 'x'.repeat(100_000) } }, '/data'],
      [{ idempotency_key: undefined }, '/idempotency_key'],
      [{ idempotency_key: 'k'.repeat(129) }, '/idempotency_key'],
    ] as const) {
      requireInvalid(await invoke(input), pointer)
    }
  })
  await check('waiting is limited, for invocations and reads', ['TASK-90'], async () => {
    requireInvalid(await invoke({ wait_seconds: 26 }), '/wait_seconds')
    requireInvalid(await invoke({ wait_seconds: -1 }), '/wait_seconds')
    requireInvalid(await world.call(consumer, 'GET', `/service-tasks/${randomUUID()}?wait_seconds=26`), '/wait_seconds')
  })
  await check('a missing offer cannot be invoked', ['TASK-6'], async () => {
    requireProblem(await invoke({ data: {} }), 'not-found')
    requireProblem(await invoke({ message: '🦆'.repeat(4_000), idempotency_key: 'k'.repeat(128) }), 'not-found')
  })
}

const letters = (count: number) => 'aB1c'.repeat(Math.ceil(count / 4)).slice(0, count)

/** Built from parts, so that secret scanners ignore this file. */
const credentials = [
  ['-----BEGIN', 'PRIVATE KEY-----\nMIIB'].join(' '),
  ['eyJhbGciOiJub25lIn0', 'e30', ''].join('.'),
  `sk-${letters(24)}`,
  `ghp_${letters(36)}`,
  `github_pat_${letters(30)}`,
  `glpat-${letters(20)}`,
  `AKIA${'ABCD1234'.repeat(2)}`,
  `xoxb-${letters(12)}`,
  `AIza${letters(35)}`,
  `npm_${letters(36)}`,
  `hf_${letters(34)}`,
  `whsec_${letters(32)}`,
  `https://ann:${letters(8)}@example.com/`,
  // The BIP 39 phrase of sixteen zero bytes.
  [...Array(11).fill('abandon'), 'about'].join(' '),
]

const harmless = [
  'Read https://example.com/a?b=c@d, write to ann@example.com, and weigh risk-assessment-of-large-projects.',
  ['-----BEGIN', 'PUBLIC KEY-----'].join(' '),
  Array(12).fill('abandon').join(' '),
]

async function checkCredentials({ check, world }: ScenarioContext): Promise<void> {
  const consumer = await world.agent('careless')
  const invoke = (input: object) => world.call(consumer, 'POST', `/service-offers/${randomUUID()}/invoke`, asked(input))
  const requireForbidden = async (input: object, pointer: string, secret?: string) => {
    const reply = await invoke(input)
    requireProblem(reply, 'credential-part-forbidden')
    equal(reply.as(forbidden).pointer, pointer)
    if (secret !== undefined) ok(!reply.describe().includes(secret), 'the refusal repeats it')
  }
  await check('credentials are not forwarded, wherever they are, and not repeated', ['TASK-5', 'TASK-8'], async () => {
    for (const secret of credentials) {
      await requireForbidden({ message: `Use ${secret} for it.` }, '/message', secret)
      await requireForbidden({ data: { 'a/b': [{ deep: secret }] } }, '/data/a~1b/0/deep', secret)
    }
  })
  await check('a text in a member with the name of a secret is a credential', ['TASK-8'], async () => {
    for (const name of ['password', 'Secret', 'TOKEN', 'api_key']) {
      await requireForbidden({ data: { in: { [name]: 'anything' } } }, `/data/in/${name}`)
      requireProblem(await invoke({ data: { in: { [name]: '' } } }), 'not-found')
    }
  })
  await check('text that only resembles a credential is accepted', ['TASK-8'], async () => {
    for (const message of harmless) requireProblem(await invoke({ message }), 'not-found')
  })
}

async function checkMissing({ check, world }: ScenarioContext): Promise<void> {
  const consumer = await world.agent('forgetful')
  await check('a missing task is a 404, for every route', ['TASK-22'], async () => {
    const at = `/service-tasks/${randomUUID()}`
    for (const path of [at, `${at}?wait_seconds=1`, `${at}/receipt`, `${at}/bundle`]) {
      requireProblem(await world.call(consumer, 'GET', path), 'not-found')
    }
    requireProblem(await world.call(consumer, 'POST', `${at}/cancel`), 'not-found')
  })
}

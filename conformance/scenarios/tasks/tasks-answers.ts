import { deepEqual, equal, ok } from 'node:assert/strict'
import { defineScenario, type ScenarioContext } from '../../scenario.ts'
import { commission, leaving, openWork } from '../../steps/task-steps.ts'

export const tasksAnswers = defineScenario('odd answers of providers', async context => {
  await checkReading(context)
  await checkJoining(context)
})

async function checkReading({ check, world }: ScenarioContext): Promise<void> {
  const hello = { text: 'Grüße', raw: null }
  const unreadable = [{}, { text: null }, { raw: 'no base64!' }, { kind: 'file', file: { uri: 'https://files.example/a' } }]
  await check(
    'the readable part of a response is delivered with warnings, and a response without any fails',
    ['TASK-35', 'TASK-56'],
    async () => {
      const work = await openWork(world)
      const ended = async (artifacts: unknown) => {
        work.tell('TASK_STATE_COMPLETED', { artifacts })
        return await leaving(world, work, await commission(world, work))
      }
      const some = await ended([
        { artifactId: 'a', parts: [hello, ...unreadable] },
        { artifactId: 'b', parts: null },
      ])
      deepEqual([some.state, some.artifacts.map(({ text }) => text)], ['completed', ['Grüße']])
      equal(some.artifacts[0]?.warnings?.length, unreadable.length + 1)
      const none = await ended([{ artifactId: 'a', parts: unreadable }])
      deepEqual([none.state, none.error_code, none.artifacts], ['failed', 'PROVIDER_PROTOCOL_ERROR', []])
      ok(none.failure_reason)
      work.provider.work(() => ({ result: { message: { messageId: 'm', parts: null } } }))
      equal((await leaving(world, work, await commission(world, work))).error_code, 'PROVIDER_PROTOCOL_ERROR')
    },
  )
}

async function checkJoining({ check, world }: ScenarioContext): Promise<void> {
  const [hello, again] = [
    { text: 'Grüße', raw: null },
    { text: ' again', data: null },
  ]
  await check('appended text parts are joined, and limits apply to the result', ['TASK-55', 'TASK-57'], async () => {
    const work = await openWork(world)
    const ended = async (artifacts: unknown) => {
      work.tell('TASK_STATE_COMPLETED', { artifacts })
      return await leaving(world, work, await commission(world, work))
    }
    const parts = Array.from({ length: 1_001 }, (_, index) => (index === 0 ? hello : again))
    const one = await ended([{ artifactId: 'a', parts: [...parts, { data: 1 }] }])
    deepEqual(
      one.artifacts.map(({ text, data, provenance }) => [text ?? data, provenance.part_index]),
      [
        [`Grüße${' again'.repeat(1_000)}`, 0],
        [1, 1_001],
      ],
    )
    const words = Array.from({ length: 201 }, (_, index) => ({ artifactId: `${index}`, name: 'Cloth', parts: [{ text: 'a' }] }))
    deepEqual(
      (await ended(words)).artifacts.map(({ text }) => text),
      ['a'.repeat(201)],
    )
    equal((await ended([{ artifactId: 'a', parts: Array(1_001).fill({ data: 1 }) }])).error_code, 'PROVIDER_RESPONSE_TOO_LARGE')
  })
}

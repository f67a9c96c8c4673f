import { deepEqual, equal, ok } from 'node:assert/strict'
import { requireProblem, requireStatus } from '../../assertions/problems.ts'
import type { Reply } from '../../clients/http.ts'
import { prefix } from '../../clients/rest.ts'
import type { Identity } from '../../clients/signing.ts'
import { needsOperator } from '../../operator.ts'
import { defineScenario, type ScenarioContext } from '../../scenario.ts'
import * as documentShapes from '../../schemas/documents.ts'
import { eventsOf } from '../../steps/agent-steps.ts'
import { until } from '../../until.ts'
import type { World } from '../../world.ts'

const dayMs = 24 * 3600 * 1000
const guide = 'https://docs.example/aui/v2?from=1'

/** Runs last, since it moves the clock for signatures and events. */
export const operatorVersions = defineScenario('deprecation of a version', async context => {
  await checkAnnounced(context)
  await checkNotices(context)
  await checkEnded(context)
})

const read = ({ http }: World, path: string): Promise<Reply> => http.send({ path: `${prefix}${path}` })

const readVersion = async (world: World) => requireStatus(await read(world, '/version'), 200).as(documentShapes.endingVersion)

async function checkAnnounced({ check, world }: ScenarioContext): Promise<void> {
  await check(
    'the end of a version is in its responses, in /version and in the changelog',
    ['VER-5', 'VER-9', 'VER-18', 'VER-21', 'VER-24'],
    async () => {
      const operator = needsOperator(world)
      const ann = await world.agent('ann')
      await operator.whileVersionEnds(guide, async sunset_at => {
        const { deprecated_at, ...version } = await readVersion(world)
        deepEqual([version.status, version.sunset_at, version.migration_guide_url], ['deprecated', sunset_at, guide])
        ok(Date.parse(sunset_at) - Date.parse(deprecated_at) >= 181 * dayMs, `${deprecated_at} to ${sunset_at}`)
        const answers = [
          ...(await Promise.all(['/version', '/discovery.json', '/no-such-path'].map(path => read(world, path)))),
          await world.call(ann, 'POST', '/ping'),
          await world.call(ann, 'GET', '/feed?limit=0'),
        ]
        for (const { headers } of answers) {
          equal(Date.parse(String(headers.sunset)), Math.floor(Date.parse(sunset_at) / 1000) * 1000)
          equal(headers.deprecation, `@${Math.floor(Date.parse(deprecated_at) / 1000)}`)
          const links = String(headers.link).split(', ')
          ok(links.includes(`<${guide}>; rel="deprecation"`), links.join())
          ok(
            links.some(link => link.endsWith('/aui>; rel="successor-version"')),
            links.join(),
          )
        }
        const { entries } = (await read(world, '/changelog')).as(documentShapes.changelog)
        const found = entries.filter(({ kind, detail }) => kind === 'deprecated' && detail.includes(guide))
        deepEqual(
          found.map(({ breaking, date }) => [breaking, date]),
          [[true, deprecated_at.slice(0, 10)]],
        )
      })
      requireStatus(await read(world, '/version'), 200).as(documentShapes.version)
      equal((await read(world, '/version')).headers.sunset, undefined)
    },
  )
}

/**
 * The agent's notices about the end of a version; polls until there are as many, because they are created in the
 * background.
 */
async function noticesOf(world: World, agent: Identity, since: string, count: number) {
  const ask = async () =>
    (await eventsOf(world, agent)).filter(({ type, created_at }) => type === 'platform.api.deprecation_notice' && created_at >= since)
  return until(ask, notices => notices.length >= count)
}

async function checkNotices({ check, world }: ScenarioContext): Promise<void> {
  await check(
    'every agent is notified that a version ends, and again after three months',
    ['VER-19', 'VER-20', 'EVENT-90', 'EVENT-91'],
    async () => {
      const operator = needsOperator(world)
      const early = await world.newAgent('early')
      await operator.whileVersionEnds(guide, async () => {
        const { version, deprecated_at, sunset_at, migration_guide_url } = await readVersion(world)
        const expected = { version, deprecated_at, sunset_at, migration_guide_url }
        const requireNotice = async (agent: Identity, since: string) => {
          const notices = await noticesOf(world, agent, since, 1)
          equal(notices.length, 1)
          const { actor, data } = notices[0]!
          const { announced_at, successor_version, ...ending } = data
          deepEqual([actor.kind, ending], ['platform', expected])
          deepEqual([announced_at, successor_version], [deprecated_at, 2])
        }
        await requireNotice(early, deprecated_at)
        const late = await world.newAgent('late')
        await operator.inDays(93, async () => {
          const since = new Date(Date.parse(deprecated_at) + 80 * dayMs).toISOString()
          for (const agent of [early, late]) await requireNotice(agent, since)
        })
        equal((await noticesOf(world, late, deprecated_at, 1)).length, 1)
      })
    },
  )
}

async function checkEnded({ check, world }: ScenarioContext): Promise<void> {
  await check(
    'for 30 days after its end a version is a 410 for everybody, then a 404',
    ['VER-5', 'VER-10', 'VER-22', 'VER-23', 'VER-25', 'VER-26'],
    async () => {
      const operator = needsOperator(world)
      const ann = await world.agent('ann')
      const unsigned = (path: string) => world.http.send({ method: 'POST', path: `${prefix}${path}`, body: '{}' })
      await operator.whileVersionEnds(guide, async sunset_at => {
        const daysLeft = (Date.parse(sunset_at) - Date.now()) / dayMs
        await operator.inDays(daysLeft - 0.01, async () => {
          requireStatus(await world.call(ann, 'POST', '/ping'), 200)
        })
        for (const days of [0.01, 29.9]) {
          await operator.inDays(daysLeft + days, async () => {
            const answers = [
              await world.call(ann, 'POST', '/ping'),
              await world.call(ann, 'GET', '/feed'),
              await unsigned('/posts'),
              await unsigned('/agents/enroll'),
              await read(world, '/discovery.json'),
              await read(world, '/no-such-path'),
            ]
            for (const answer of answers) {
              const problem = requireProblem(answer, 'version-sunset')
              deepEqual([problem.migration_guide_url, problem.sunset_at], [guide, sunset_at])
              equal(problem.successor_version, 2)
              equal(Date.parse(String(answer.headers.sunset)), Math.floor(Date.parse(sunset_at) / 1000) * 1000)
            }
            equal((await readVersion(world)).status, 'sunset')
          })
        }
        await operator.inDays(daysLeft + 30.1, async () => {
          requireProblem(await unsigned('/posts'), 'not-found')
          const { status, migration_guide_url } = await readVersion(world)
          deepEqual([status, migration_guide_url], ['sunset', guide])
        })
      })
    },
  )
}

import type { TestFn } from 'ava'
import { popularityJob } from '../../tools/agents/popularity.job.ts'
import { ANONYMOUS } from '../../tools/core/agent-status/anonymous.ts'
import type { AgentActor } from '../../tools/core/context.ts'
import { jobContext } from '../../tools/core/jobs/job-runner.ts'
import { postIndexJob } from '../../tools/search/post-index.job.ts'
import { spaceTokensJob } from '../../tools/search/space-tokens.job.ts'
import { trendsJob } from '../../tools/spaces/trends.job.ts'
import { hashtagsJob } from '../../tools/trends/hashtags.job.ts'
import { trustJob } from '../../tools/trust/trust.job.ts'
import { FAMILIES } from '../features/index.ts'
import { type TestWorld, useTestWorld } from '../fixtures/test-world.ts'
import { type HidingMethod, populate } from './hidden-authors.ts'
import { ANONYMOUS_READS, READ_INPUTS, READS, readAllPages, replays } from './read-inputs.ts'
import { masking } from './transcript.ts'
import { MARK, newSceneId, type TwinScene } from './twin-scene.ts'

export const useWorlds = (test: TestFn) =>
  [useTestWorld(test, { newId: newSceneId }), useTestWorld(test, { newId: newSceneId })] as const

/** `line` is what must be equal in both worlds; `whole` also contains what may differ, such as the events. */
interface ReadResult {
  name: string
  line: string
  whole: string
}

/** The responses of all tools that read, as an agent gets them. */
async function readAs(scene: TwinScene, actor: AgentActor, isRecipient: boolean, tools = READS): Promise<ReadResult[]> {
  const mask = masking()
  const results: ReadResult[] = []
  for (const tool of tools) {
    for (const [index, input] of READ_INPUTS[tool.name]!(scene).entries()) {
      const pages = await readAllPages(scene.world, tool, actor, input)
      const alike = isRecipient
        ? pages.map(page => ('events' in page ? { ...page, events: [], poll_after_seconds: 0 } : page))
        : pages
      results.push({ name: tool.name, line: `${tool.name} ${index} ${mask(alike)}`, whole: JSON.stringify(pages) })
    }
  }
  return results
}

const readsWithMark = (results: ReadResult[]) => [
  ...new Set(results.filter(({ whole }) => whole.includes(MARK)).map(({ name }) => name)),
]

async function computeFigures({ runtime }: TestWorld): Promise<void> {
  for (const job of [popularityJob, trustJob]) {
    while ((await job.run(jobContext(runtime, job.name))).more);
  }
}

async function computeTrends({ runtime }: TestWorld): Promise<void> {
  for (const job of [trendsJob, hashtagsJob]) while ((await job.run(jobContext(runtime, job.name))).more);
}

async function indexText({ runtime }: TestWorld): Promise<void> {
  for (const job of [postIndexJob, spaceTokensJob]) while ((await job.run(jobContext(runtime, job.name))).more);
}

/**
 * The reads that show the content before it is hidden: to anyone, to a member of a private space, and to the recipient
 * of a message.
 */
const SHOWING_ANYBODY = FAMILIES.flatMap(({ visibleBefore = [] }) => visibleBefore)
const SHOWING_MEMBERS = FAMILIES.flatMap(({ visibleToMembers = [] }) => visibleToMembers)
const SHOWING_RECIPIENTS = FAMILIES.flatMap(({ visibleToRecipients = [] }) => visibleToRecipients)

export const publicGhost = { author: (world: TestWorld) => world.agent('ghost'), isInBoth: true }

/** Declares that hidden content leaves no trace: reads in this world equal those in a world that never had it. */
export function declareHidden(test: TestFn, name: string, method: HidingMethod): void {
  const worlds = useWorlds(test)
  test.serial(`${name} leaves no trace in any response, count or replay`, async t => {
    const [plain, exposed] = [await populate(worlds[0](), method, false), await populate(worlds[1](), method, true)]
    for (const { world } of [plain, exposed]) await indexText(world)
    if (exposed.ghost?.visibility === 'public') {
      const results = readsWithMark(await readAs(exposed, exposed.ann, true)).sort()
      const ofMessages = method.hidesMessages ? SHOWING_RECIPIENTS : []
      t.deepEqual(results, (method.writeHidden ? SHOWING_MEMBERS : [...SHOWING_ANYBODY, ...ofMessages]).toSorted())
    }
    await method.hide?.(exposed, exposed.ghost!)
    for (const scene of [plain, exposed]) {
      await method.prepare?.(scene)
      await computeFigures(scene.world)
      await computeTrends(scene.world)
      await indexText(scene.world)
    }
    for (const reader of ['ann', 'dora'] as const) {
      const isRecipient = reader === 'ann'
      const [expected, actual] = [
        await readAs(plain, plain[reader], isRecipient),
        await readAs(exposed, exposed[reader], isRecipient),
      ]
      for (const [index, { line }] of expected.entries()) t.is(actual[index]?.line, line)
      t.is(actual.length, expected.length)
      t.deepEqual(readsWithMark(actual), [])
      t.false(JSON.stringify(await replays(exposed.world, exposed[reader])).includes(MARK))
    }
    const [expected, actual] = [
      await readAs(plain, ANONYMOUS, false, ANONYMOUS_READS),
      await readAs(exposed, ANONYMOUS, false, ANONYMOUS_READS),
    ]
    for (const [index, { line }] of expected.entries()) t.is(actual[index]?.line, line)
    t.deepEqual(readsWithMark(actual), [])
  })
}

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
import { type HiddenAuthorWay, populate } from './hidden-authors.ts'
import { ANONYMOUS_READS, READ_INPUTS, READS, readAllPages, replays } from './read-inputs.ts'
import { masking } from './transcript.ts'
import { MARK, newSceneId, type TwinScene } from './twin-scene.ts'

export const useWorlds = (test: TestFn) =>
  [useTestWorld(test, { newId: newSceneId }), useTestWorld(test, { newId: newSceneId })] as const

/** `whole` also contains what may differ: that something happened to its recipient, without text. */
interface ReadResult {
  name: string
  line: string
  whole: string
}

/** What an agent learns from the tools that read. */
async function listen(scene: TwinScene, actor: AgentActor, isRecipient: boolean, tools = READS): Promise<ReadResult[]> {
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

async function makeWords({ runtime }: TestWorld): Promise<void> {
  for (const job of [postIndexJob, spaceTokensJob]) while ((await job.run(jobContext(runtime, job.name))).more);
}

/**
 * The reads that show a recipient what is to be hidden, a member what is in a private space, and a recipient its
 * message.
 */
const SHOWING = FAMILIES.flatMap(({ visibleBefore = [] }) => visibleBefore)
const SHOWING_MEMBERS = FAMILIES.flatMap(({ visibleToMembers = [] }) => visibleToMembers)
const SHOWING_RECIPIENTS = FAMILIES.flatMap(({ visibleToRecipients = [] }) => visibleToRecipients)

export const publicGhost = { author: (world: TestWorld) => world.agent('ghost'), isInBoth: true }

/** Declares that what is hidden this way leaves nothing in any answer: another world never had it. */
export function declareHidden(test: TestFn, name: string, way: HiddenAuthorWay): void {
  const worlds = useWorlds(test)
  test.serial(`${name} is in no answer, count or replay: they are as if it had never been`, async t => {
    const [plain, haunted] = [await populate(worlds[0](), way, false), await populate(worlds[1](), way, true)]
    for (const { world } of [plain, haunted]) await makeWords(world)
    if (haunted.ghost?.visibility === 'public') {
      const results = readsWithMark(await listen(haunted, haunted.ann, true)).sort()
      const ofMessages = way.hidesMessages ? SHOWING_RECIPIENTS : []
      t.deepEqual(results, (way.writeHidden ? SHOWING_MEMBERS : [...SHOWING, ...ofMessages]).toSorted())
    }
    await way.hide?.(haunted, haunted.ghost!)
    for (const scene of [plain, haunted]) {
      await way.prepare?.(scene)
      await computeFigures(scene.world)
      await computeTrends(scene.world)
      await makeWords(scene.world)
    }
    for (const reader of ['ann', 'dora'] as const) {
      const isRecipient = reader === 'ann'
      const [without, within] = [
        await listen(plain, plain[reader], isRecipient),
        await listen(haunted, haunted[reader], isRecipient),
      ]
      for (const [index, { line }] of without.entries()) t.is(within[index]?.line, line)
      t.is(within.length, without.length)
      t.deepEqual(readsWithMark(within), [])
      t.false(JSON.stringify(await replays(haunted.world, haunted[reader])).includes(MARK))
    }
    const [without, within] = [
      await listen(plain, ANONYMOUS, false, ANONYMOUS_READS),
      await listen(haunted, ANONYMOUS, false, ANONYMOUS_READS),
    ]
    for (const [index, { line }] of without.entries()) t.is(within[index]?.line, line)
    t.deepEqual(readsWithMark(within), [])
  })
}

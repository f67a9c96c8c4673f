import type { TestFn } from 'ava'
import { popularityJob } from '../../tools/agents/popularity.job.ts'
import type { AgentActor } from '../../tools/kernel/context.ts'
import { jobContext } from '../../tools/kernel/jobs.ts'
import { STRANGER } from '../../tools/kernel/standing/stranger.ts'
import { postWordsJob } from '../../tools/search/post-words.job.ts'
import { spaceWordsJob } from '../../tools/search/space-words.job.ts'
import { trendsJob } from '../../tools/spaces/trends.job.ts'
import { hashtagsJob } from '../../tools/trends/hashtags.job.ts'
import { trustJob } from '../../tools/trust/trust.job.ts'
import { FAMILIES } from '../families/index.ts'
import { useWorld, type World } from '../worlds/world.ts'
import { populate, type Way } from './haunted.ts'
import { ASKED, LOOKS, READS, replays, walk } from './reads.ts'
import { MARK, newId, type Scene } from './scene.ts'
import { masking } from './transcript.ts'

export const useWorlds = (test: TestFn) => [useWorld(test, { newId }), useWorld(test, { newId })] as const

/** `whole` has besides what may differ: that something happened to its recipient stays told, in no words. */
interface Told {
  name: string
  line: string
  whole: string
}

/** What an agent is told by the tools that read. */
async function listen(scene: Scene, actor: AgentActor, isRecipient: boolean, tools = READS): Promise<Told[]> {
  const mask = masking()
  const told: Told[] = []
  for (const tool of tools) {
    for (const [place, input] of ASKED[tool.name]!(scene).entries()) {
      const pages = await walk(scene.world, tool, actor, input)
      const alike = isRecipient
        ? pages.map(page => ('events' in page ? { ...page, events: [], poll_after_seconds: 0 } : page))
        : pages
      told.push({ name: tool.name, line: `${tool.name} ${place} ${mask(alike)}`, whole: JSON.stringify(pages) })
    }
  }
  return told
}

const telling = (told: Told[]) => [...new Set(told.filter(({ whole }) => whole.includes(MARK)).map(({ name }) => name))]

async function computeFigures({ runtime }: World): Promise<void> {
  for (const job of [popularityJob, trustJob]) {
    while ((await job.run(jobContext(runtime, job.name))).more);
  }
}

async function computeTrends({ runtime }: World): Promise<void> {
  for (const job of [trendsJob, hashtagsJob]) while ((await job.run(jobContext(runtime, job.name))).more);
}

async function makeWords({ runtime }: World): Promise<void> {
  for (const job of [postWordsJob, spaceWordsJob]) while ((await job.run(jobContext(runtime, job.name))).more);
}

/** The reads that tell a recipient what is there to be hidden. */
const TELLING = [
  'get_agent_profile',
  'get_comment',
  'get_engagements',
  'get_feed',
  'get_hashtag_posts',
  'get_post',
  'heartbeat',
  'list_agent_comments',
  'list_agent_posts',
  ...FAMILIES.flatMap(({ telling = [] }) => telling),
  'list_comments',
  'list_invitations',
  'list_mentions',
  'list_reshares',
  'unified_search',
]

/** Those that tell a member what stands in a private space. */
const TELLING_MEMBERS = [
  'browse_spaces',
  'get_agent_profile',
  'get_comment',
  'get_engagements',
  'get_feed',
  'get_hashtag_posts',
  'get_post',
  'get_space',
  'get_space_feed',
  'heartbeat',
  'list_agent_comments',
  'list_agent_posts',
  'list_bookmarks',
  'list_comments',
  'list_mentions',
  'unified_search',
]
const TELLING_MESSAGES = ['list_dm_conversations', 'read_dm_thread']

export const publicGhost = { author: (world: World) => world.agent('ghost'), isInBoth: true }

/** Declares that what is hidden this way leaves nothing in any answer: another world never had it. */
export function declareHidden(test: TestFn, name: string, way: Way): void {
  const worlds = useWorlds(test)
  test.serial(`${name} is in no answer, count or replay: they are as if it had never been`, async t => {
    const [plain, haunted] = [await populate(worlds[0](), way, false), await populate(worlds[1](), way, true)]
    for (const { world } of [plain, haunted]) await makeWords(world)
    if (haunted.ghost?.visibility === 'public') {
      const told = telling(await listen(haunted, haunted.ann, true)).sort()
      const ofMessages = way.hidesMessages ? TELLING_MESSAGES : []
      t.deepEqual(told, way.haunt ? TELLING_MEMBERS : [...TELLING, ...ofMessages].sort())
    }
    await way.hide?.(haunted, haunted.ghost!)
    for (const scene of [plain, haunted]) {
      await way.settle?.(scene)
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
      t.deepEqual(telling(within), [])
      t.false(JSON.stringify(await replays(haunted.world, haunted[reader])).includes(MARK))
    }
    const [without, within] = [
      await listen(plain, STRANGER, false, LOOKS),
      await listen(haunted, STRANGER, false, LOOKS),
    ]
    for (const [index, { line }] of without.entries()) t.is(within[index]?.line, line)
    t.deepEqual(telling(within), [])
  })
}

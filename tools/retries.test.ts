import test from 'ava'
import { useProcesses } from '../testing/processes/use-processes.ts'
import { commentOnPost } from './comments/comment-on-post.ts'
import type { AgentActor } from './core/context.ts'
import type { Tool } from './core/define-tool.ts'
import { Problem } from './core/problems/problem.ts'
import { sendDm } from './dms/send-dm.ts'
import { postMessage } from './posts/post-message.ts'
import { resharePost } from './posts/reshare-post.ts'

const processes = useProcesses(test)

/** `RETRY_PAIRS=3000` runs more, for minutes. */
const PAIRS = Number(process.env.RETRY_PAIRS ?? 200)
const AT_ONCE = 10

/** The outcomes of a call at both processes concurrently, and how many things it created. */
async function twice(tool: Tool, actor: AgentActor, inputs: readonly [object, object]): Promise<string> {
  const made = new Set<unknown>()
  const outcomes = inputs.map(async (input, process) => {
    try {
      const { output, is_replay } = await processes().run(process, tool, actor, input)
      made.add(output.id)
      return is_replay ? 'replayed' : 'created'
    } catch (error) {
      if (error instanceof Problem) return error.slug
      throw error
    }
  })
  return `${(await Promise.all(outcomes)).toSorted().join(', ')}: ${made.size}`
}

/** The distinct outcomes of this many pairs. */
async function seenOf(pair: (n: number) => Promise<string>): Promise<Set<string>> {
  const seen = new Set<string>()
  for (let n = 0; n < PAIRS; n += AT_ONCE) {
    const outcomes = await Promise.all(Array.from({ length: AT_ONCE }, (_, index) => pair(n + index)))
    for (const outcome of outcomes) seen.add(outcome)
  }
  return seen
}

const EQUAL = ['created, replayed: 1', 'created, idempotency-in-progress: 1']
const UNEQUAL = ['created, idempotency-conflict: 1', 'created, idempotency-in-progress: 1']

const original = async (author: AgentActor, content: string) =>
  (await processes().run(0, postMessage, author, { content })).output.id

/** The target of each call. */
const SUBJECTS: Record<string, (bob: AgentActor, said: string) => Promise<object>> = {
  post_message: async () => ({}),
  send_dm: async bob => ({ recipient_handle: bob.handle }),
}

const subjectOf = (tool: Tool) =>
  SUBJECTS[tool.name] ?? (async (bob: AgentActor, said: string) => ({ post_id: await original(bob, said) }))

for (const tool of [postMessage, commentOnPost, resharePost, sendDm]) {
  test.serial(`${tool.name}: retries in two processes create one thing, and are replayed or told to retry`, async t => {
    const [ann, bob] = [await processes().agent(`ann-${tool.name}`), await processes().agent(`bob-${tool.name}`)]
    const input = async (n: number, key: string) => ({
      ...(await subjectOf(tool)(bob, `original ${key} ${n}`)),
      content: `retried ${n}`,
      idempotency_key: `${key} ${n}`,
    })
    const equal = await seenOf(async n => {
      const given = await input(n, 'equal')
      return twice(tool, ann, [given, given])
    })
    t.deepEqual(
      [...equal].filter(outcome => !EQUAL.includes(outcome)),
      [],
    )
    const unequal = await seenOf(async n => {
      const given = await input(PAIRS + n, 'unequal')
      return twice(tool, ann, [given, { ...given, content: `other ${n}` }])
    })
    t.deepEqual(
      [...unequal].filter(outcome => !UNEQUAL.includes(outcome)),
      [],
    )
  })
}

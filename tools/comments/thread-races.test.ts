import { randomUUID } from 'node:crypto'
import test from 'ava'
import { restoreContent, withdrawContent } from '../../storage/content/withdrawals.ts'
import type { Queryable } from '../../storage/db/db.ts'
import { useDatabase } from '../../testing/fixtures/test-database.ts'
import { createTestRuntime, keyPairOf, TEST_NOW } from '../../testing/fixtures/test-world.ts'
import { requireConsistentThreads } from '../../testing/fixtures/thread-invariants.ts'
import type { AgentActor, Runtime } from '../core/context.ts'
import type { AnyTool } from '../core/define-tool.ts'
import { invoke } from '../core/invoke-tool.ts'
import { Problem } from '../core/problems/problem.ts'
import { enrollAgent } from '../enrollment/enroll-agent.ts'
import { postMessage } from '../posts/post-message.ts'
import { commentOnPost } from './comment-on-post.ts'
import { deleteComment } from './delete-comment.ts'

const database = useDatabase(test)

const ROUNDS = 8

/** Two server processes with separate pools. */
function openRuntimes(): [Runtime, Runtime] {
  const open = () => createTestRuntime(database().openAnother(), () => TEST_NOW, { newId: randomUUID })
  return [open(), open()]
}

async function call(runtime: Runtime, tool: AnyTool, actor: AgentActor | { kind: 'anyone' }, input: object) {
  const { output } = await invoke(runtime, tool, { actor, input, request_id: 'test' })
  return output as { id: string; key_fingerprint: string }
}

async function enroll(runtime: Runtime, handle: string): Promise<AgentActor> {
  const input = { handle, name: handle, public_key_pem: keyPairOf(handle).publicKey }
  const { id, key_fingerprint } = await call(runtime, enrollAgent, { kind: 'anyone' }, input)
  const proven = { agent_id: id, key_fingerprint, key_version: 1 }
  return { kind: 'agent', handle, visibility: 'public', status: 'active', transport: 'rest', ...proven }
}

/** The actions of two processes on the thread of one post. */
interface Thread {
  say(parent?: string): Promise<string>
  /** `undefined` if the parent was gone. */
  answer(process: 0 | 1, parent: string): Promise<string | undefined>
  drop(process: 0 | 1, comment_id: string): Promise<void>
  remove(process: 0 | 1, comment_id: string): Promise<void>
  restore(process: 0 | 1, comment_id: string): Promise<void>
}

async function openThread(): Promise<Thread> {
  const runtimes = openRuntimes()
  const author = await enroll(runtimes[0], 'author')
  const { id: post_id } = await call(runtimes[0], postMessage, author, { content: randomUUID() })
  const say = async (process: 0 | 1, parent?: string): Promise<string> => {
    const given = { post_id, content: 'x', ...(parent && { parent_comment_id: parent }) }
    return (await call(runtimes[process], commentOnPost, author, given)).id
  }
  const change = async (process: 0 | 1, body: (db: Queryable) => Promise<unknown>) => {
    await runtimes[process].db.transaction(body)
  }
  return {
    say: parent => say(0, parent),
    answer: (process, parent) =>
      say(process, parent).catch((error: unknown) => {
        if (error instanceof Problem && error.slug === 'not-found') return undefined
        throw error
      }),
    async drop(process, comment_id) {
      await call(runtimes[process], deleteComment, author, { post_id, comment_id })
    },
    remove: (process, comment_id) => change(process, db => withdrawContent(db, 'comment', comment_id)),
    restore: (process, comment_id) => change(process, db => restoreContent(db, { post_id, comment_id })),
  }
}

/** A chain of comments, of which the first is deleted, so that changes below are visible above. */
async function chainOf({ say, drop }: Thread, levels: number): Promise<[string, string, string, string]> {
  const ids: string[] = []
  for (let level = 0; level < levels; level++) ids.push(await say(ids.at(-1)))
  await drop(0, ids[0]!)
  return ids as [string, string, string, string]
}

const RACES: Record<string, (thread: Thread) => Promise<unknown>> = {
  async 'a comment is deleted while it is answered'(thread) {
    const [, parent] = await chainOf(thread, 2)
    await Promise.all([thread.answer(1, parent), thread.drop(0, parent), thread.answer(0, parent)])
  },
  async 'a comment and its answer are deleted'(thread) {
    const [, parent, child] = await chainOf(thread, 3)
    await Promise.all([thread.drop(0, parent), thread.drop(1, child)])
  },
  async 'three of a chain are deleted, and the lowest is answered'(thread) {
    const [, one, two, three] = await chainOf(thread, 4)
    await Promise.all([thread.drop(1, two), thread.drop(0, one), thread.answer(1, three), thread.drop(0, three)])
  },
  async 'a comment is deleted while its answer is restored'(thread) {
    const [, parent, child] = await chainOf(thread, 3)
    await thread.remove(0, child)
    await Promise.all([thread.drop(0, parent), thread.restore(1, child)])
  },
  async 'a comment is deleted, and restored'(thread) {
    const [, comment] = await chainOf(thread, 2)
    await thread.remove(0, comment)
    await Promise.all([thread.drop(0, comment), thread.restore(1, comment)])
  },
  async 'a comment is removed, answered, and its answer deleted'(thread) {
    const [, comment, child] = await chainOf(thread, 3)
    await Promise.all([thread.remove(0, comment), thread.answer(1, comment), thread.drop(0, child)])
  },
  async 'a removed comment is restored while its answer is deleted'(thread) {
    const [, comment, child] = await chainOf(thread, 3)
    await thread.remove(1, comment)
    await Promise.all([thread.restore(0, comment), thread.drop(1, child)])
  },
}

test('threads are consistent, whichever of two processes comes first', async t => {
  const thread = await openThread()
  for (const [name, race] of Object.entries(RACES)) {
    for (let round = 0; round < ROUNDS; round++) await Promise.all([race(thread), race(thread)])
    t.log(name)
    await requireConsistentThreads(t, database().db)
  }
})

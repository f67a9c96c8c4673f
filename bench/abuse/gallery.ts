import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import type { Data, Reply } from '../../conformance/clients/http.ts'
import { callWithToken } from '../../conformance/clients/rest.ts'
import type { AttackRun } from './attack.ts'
import type { AttackContext } from './attack-context.ts'
import { expandingText, largestPicture } from './expanding-text.ts'
import type { Member } from './members.ts'
import { withRetries } from './retry-setup.ts'

/** Agents with the largest pictures; two of them wrote the longest posts, which mention the readers. */
export interface Gallery {
  /** Each has the same hundred posts among its mentions. */
  readers: Member[]
  authors: Member[]
  /** Their ids. */
  posts: string[]
}

const READERS = 4
const AUTHORS = 2
/** Below the hourly limit of an agent. */
const POSTS_EACH = 50
const CONTENT_CHARACTERS = 25_000
const MESSAGE_CHARACTERS = 2_000
const AT_ONCE = 8

export async function openGallery(context: AttackContext): Promise<Gallery> {
  const members = await Promise.all(Array.from({ length: READERS + AUTHORS }, () => context.enroll('gallery')))
  const [readers, authors] = [members.slice(0, READERS), members.slice(READERS)]
  const picture = { profile_picture_svg: largestPicture() }
  await Promise.all(members.map(member => must(context, member, 'PATCH', '/agents/me', picture)))
  const greeting = readers.map(({ identity }) => `@${identity.handle} `).join('')
  const posts = await inTurns(AUTHORS * POSTS_EACH, async n => {
    const content = expandingText(`${greeting}${n} `, CONTENT_CHARACTERS, n)
    const message = expandingText('', MESSAGE_CHARACTERS, n)
    return idOf(await must(context, authors[n % AUTHORS]!, 'POST', '/posts', { content, message }))
  })
  return { readers, authors, posts }
}

export const idOf = (reply: Reply): string => String(reply.data.id)

/** A call of the preparation, which must succeed. */
export const must = (
  context: AttackContext,
  member: Member,
  method: string,
  path: string,
  payload?: Data,
): Promise<Reply> => withRetries(() => callWithToken(context.http, member.token, method, path, payload))

/** Runs it `count` times, a few concurrently; returns the results in order. */
export async function inTurns<Result>(count: number, act: (n: number) => Promise<Result>): Promise<Result[]> {
  const results: Result[] = []
  let next = 0
  const work = async () => {
    for (let n = next++; n < count; n = next++) results[n] = await act(n)
  }
  await Promise.all(Array.from({ length: AT_ONCE }, work))
  return results
}

/** Returns the items in turn, repeatedly. */
export function cycle<Item>(items: readonly Item[]): () => Item {
  let index = 0
  return () => items[index++ % items.length]!
}

/** Mentions an agent twice a second while the attack runs. */
export async function mentionOften(
  context: AttackContext,
  attackRun: AttackRun,
  author: Member,
  { identity }: Member,
): Promise<void> {
  while (!attackRun.isOver()) {
    await must(context, author, 'POST', '/posts', { content: `@${identity.handle} ${randomUUID()}` }).catch(() => {})
    await pause(500)
  }
}

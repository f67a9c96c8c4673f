import { setTimeout as pause } from 'node:timers/promises'
import type { Call } from '../../caller.ts'
import { now, type WebhookReceiver, type WebhookReceivers } from '../../hooks.ts'
import { handleOf } from '../../keys.ts'

/** Mentioned by one post. */
const MENTIONED = 5
const TIMES = 3
const LATE_MS = 60_000
const LOOK_EVERY_MS = 20

/**
 * How long one at another host waits for its event when all of the crowd cease to answer at once, in ms: the longest of
 * some times. What its members have in common with it is where they were registered from.
 */
export async function waitBesideManyWebhooks(
  hooked: WebhookReceiver,
  call: Call,
  crowd: WebhookReceivers,
  bystander: number,
): Promise<number> {
  let longest = 0
  for (let time = 0; time < TIMES; time++)
    longest = Math.max(longest, await waitOnce(hooked, call, crowd, bystander, time))
  return longest
}

async function waitOnce(
  { hang, hear }: WebhookReceiver,
  call: Call,
  crowd: WebhookReceivers,
  bystander: number,
  time: number,
) {
  const paths = Array.from({ length: crowd.hooks }, (_, n) => `/c${n}`)
  const members = Array.from({ length: crowd.agents }, (_, n) => handleOf(crowd.from + n))
  const answered = new Set<string>()
  let arrivedAt: number | undefined
  hear(({ path, text, at }) => {
    if (path === `/${bystander}` && text.includes(`beside${time}`)) arrivedAt ??= at
    if (path.startsWith('/c')) answered.add(`${path} ${/crowd\d/.exec(text)?.[0]}`)
  })
  const tell = async (word: string) => {
    for (let from = 0; from < members.length; from += MENTIONED) {
      const mentions = members.slice(from, from + MENTIONED).map(handle => `@${handle}`)
      await call('POST', '/posts', { content: `${word}${time} ${from} ${mentions.join(' ')}` })
    }
  }
  // All of them answer, as those do that are sent to first.
  for (const round of ['crowd1', 'crowd2']) {
    await tell(round)
    await until(() => paths.every(path => answered.has(`${path} ${round}`)))
  }
  hang(paths)
  await tell('crowd3')
  const startedAt = now()
  await call('POST', '/posts', { content: `beside${time} @${handleOf(bystander)}` })
  await until(() => arrivedAt !== undefined)
  hang([])
  await until(() => paths.every(path => answered.has(`${path} crowd3`)))
  return (arrivedAt ?? Number.POSITIVE_INFINITY) - startedAt
}

async function until(isSo: () => boolean): Promise<void> {
  for (const end = now() + LATE_MS; !isSo() && now() < end; ) await pause(LOOK_EVERY_MS)
}

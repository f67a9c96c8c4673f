import { setTimeout as pause } from 'node:timers/promises'
import type { Call } from '../../caller.ts'
import { now, type WebhookReceiver, type WebhookReceivers } from '../../hooks.ts'
import { handleOf } from '../../keys.ts'

/** The number of agents that a post mentions. */
const MENTIONED = 5
const TIMES = 3
const LATE_MS = 60_000
const LOOK_EVERY_MS = 20

/**
 * The longest time in ms, of several attempts, that a bystander's webhook at another host waits for its event while
 * many webhooks stop responding at once. The bystander shares only the address from which the webhooks were
 * registered.
 */
export async function waitBesideManyWebhooks(
  hooked: WebhookReceiver,
  call: Call,
  slow: WebhookReceivers,
  bystander: number,
): Promise<number> {
  let longest = 0
  for (let time = 0; time < TIMES; time++)
    longest = Math.max(longest, await waitOnce(hooked, call, slow, bystander, time))
  return longest
}

async function waitOnce(
  { hang, hear }: WebhookReceiver,
  call: Call,
  slow: WebhookReceivers,
  bystander: number,
  time: number,
) {
  const paths = Array.from({ length: slow.hooks }, (_, n) => `/c${n}`)
  const members = Array.from({ length: slow.agents }, (_, n) => handleOf(slow.from + n))
  const answered = new Set<string>()
  let arrivedAt: number | undefined
  hear(({ path, text, at }) => {
    if (path === `/${bystander}` && text.includes(`beside${time}`)) arrivedAt ??= at
    if (path.startsWith('/c')) answered.add(`${path} ${/crowd\d/.exec(text)?.[0]}`)
  })
  const mention = async (prefix: string) => {
    for (let from = 0; from < members.length; from += MENTIONED) {
      const mentions = members.slice(from, from + MENTIONED).map(handle => `@${handle}`)
      await call('POST', '/posts', { content: `${prefix}${time} ${from} ${mentions.join(' ')}` })
    }
  }
  // All of them respond at first, so that they count as responsive.
  for (const prefix of ['crowd1', 'crowd2']) {
    await mention(prefix)
    await until(() => paths.every(path => answered.has(`${path} ${prefix}`)))
  }
  hang(paths)
  await mention('crowd3')
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

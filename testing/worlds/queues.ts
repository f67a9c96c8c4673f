import { requestReservedHandle } from '../../tools/handles/request-reserved-handle.ts'
import { contestRemoval } from '../../tools/moderation/contest-removal.ts'
import { removeContent } from '../../tools/moderation/remove-content.ts'
import { reportContent } from '../../tools/moderation/report-content.ts'
import { postMessage } from '../../tools/posts/post-message.ts'
import { addPerson } from './persons.ts'
import { keyPairOf, type World } from './world.ts'

/** Words that would run, break out of where they stand, or turn text around them. */
export const HOSTILE = [
  '<script>canary()</script>',
  '<img src=x onerror=canary()>',
  '"><svg onload=canary()>',
  "' autofocus onfocus=canary() x='",
  '[go](javascript:canary())',
  '\u202egnp.exe ]]></title><script>canary()</script>',
].join(' ')

/** One of each thing that waits for somebody to decide; all that others chose is `words`. */
export async function fillQueues(world: World, words: string, stem = 'q') {
  const [author, reporter] = [
    await world.agent(`${stem}-author`, { bio: words, name: words.slice(0, 80) }),
    await world.agent(`${stem}-reporter`),
  ]
  const post = async (content: string): Promise<string> => (await world.call(postMessage, author, { content })).id
  const report = async (target: object): Promise<string> =>
    (await world.call(reportContent, reporter, { ...target, category: 'spam', note: words })).report_id
  const [first, second, third] = [await post(`one ${words}`), await post(`two ${words}`), await post(`three ${words}`)]
  const reports = [
    await report({ post_id: first }),
    await report({ post_id: second }),
    await report({ agent: author.handle }),
  ]
  await world.callOperator(removeContent, { content: third, category: 'spam', note: words })
  const contest = await world.call(contestRemoval, author, { post_id: third, explanation: words })
  const user_id = await addPerson(world, `${stem}-asks`)
  const asked = await world.callOperator(requestReservedHandle, {
    user_id,
    handle: stem === 'q' ? 'support' : 'system',
    name: 'Help',
    evidence: words,
    public_key_pem: keyPairOf(`${stem}-support`).publicKey,
  })
  return {
    author,
    reporter,
    posts: { first, second, third },
    reports,
    contest_id: contest.contest_id as string,
    request_id: asked.id as string,
  }
}

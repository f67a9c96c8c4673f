// Ann speaks signed REST.
import { until } from '../until.ts'
import { enroll, print, receiveFromPeer, sendToPeer, signed } from './agent.ts'
import { offerService } from './offering.ts'

const [baseUrl, receiver, payerKey] = process.argv.slice(2)
const ann = await enroll(baseUrl!, 'ann', 'Ann')
const { handle } = await receiveFromPeer<{ handle: string }>()
const sent = Date.now()
const post = await signed(ann, 'POST', '/posts', { content: `Hello @${handle}, is anybody out there? #hello` })
print('Ann', `posted by signed REST: ${post.content}`)
sendToPeer({ sent })
const mentions = async () => {
  const page = await signed(ann, 'GET', '/posts/mentions')
  return page.posts as { agent_handle: string; content: string }[]
}
const [answer] = await until(mentions, posts => posts.length > 0)
if (!answer) throw new Error('nobody answered')
await receiveFromPeer<{ answered: true }>()
print('Ann', `polled her mentions and reads what @${answer.agent_handle} answered:`, answer.content)
print('Ann', 'all of this can be seen in a browser:')
const base = String(post.permalink).replace(/\/p\/.*/, '')
for (const link of [post.permalink, `${base}/@${ann.identity.handle}`, `${base}/@${handle}`]) print('', String(link))
if (receiver) await offerService(ann, receiver, Boolean(payerKey))
process.disconnect()

// Ann speaks signed REST.
import { enroll, hear, say, signed, tell } from './agent.ts'

const ann = await enroll(process.argv[2]!, 'ann', 'Ann')
const { handle } = await hear<{ handle: string }>()
const sent = Date.now()
const post = await signed(ann, 'POST', '/posts', { content: `Hello @${handle}, is anybody out there? #hello` })
say('Ann', `posted by signed REST: ${post.content}`)
tell({ sent })
for (;;) {
  const page = await signed(ann, 'GET', '/posts/mentions')
  const [answer] = page.posts as { agent_handle: string; content: string }[]
  if (answer) {
    say('Ann', `polled her mentions and reads @${answer.agent_handle}: ${answer.content}`)
    break
  }
  await new Promise(resolve => setTimeout(resolve, 200))
}
process.disconnect()

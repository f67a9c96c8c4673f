// Load for what is rehearsed by hand: agents that write and read through one address, at a steady rate, and are told what
// came of it. No request is sent again: one that fails has failed.
import { setTimeout as delay } from 'node:timers/promises'

const WAYS = [
  (send, agent, turn) =>
    send(agent, 'POST', '/posts', { content: `${agent.handle} ${turn}`, idempotency_key: `${turn}` }),
  (send, agent) => send(agent, 'GET', '/posts/mine'),
  (send, agent) => send(agent, 'GET', '/heartbeat'),
  (send, agent) => send(agent, 'GET', `/agents/${agent.handle}/posts`),
  (send, agent) => send(agent, 'POST', '/ping'),
]

/** Sends so many requests a second, however long each takes. */
export function openSteadyLoad(clients, agents, perSecond) {
  const counts = { sent: 0, answered: 0, failed: [], ms: [] }
  const under = new Set()
  let isOver = false

  const send = (agent, method, way, payload = {}) => clients.send(agent, method, way, payload, 0)

  async function ask(turn) {
    const agent = agents[turn % agents.length]
    const begun = performance.now()
    const asked = WAYS[Math.floor(turn / agents.length) % WAYS.length](send, agent, turn)
    const { status, text } = await sent(asked, { status: 0, text: '' })
    counts.ms.push(performance.now() - begun)
    if (status >= 200 && status < 300) counts.answered++
    else counts.failed.push(`${status} ${text.slice(0, 200)}`)
  }

  const sent = (asked, nothing) => asked.catch(error => ({ ...nothing, text: String(error.cause ?? error) }))

  const running = (async () => {
    const begun = performance.now()
    while (!isOver) {
      const due = Math.floor(((performance.now() - begun) / 1000) * perSecond)
      while (counts.sent < due) {
        const one = ask(counts.sent++)
        under.add(one)
        void one.finally(() => under.delete(one))
      }
      await delay(5)
    }
    await Promise.all(under)
  })()

  return {
    counts,
    async until(more) {
      const goal = counts.answered + more
      while (counts.answered < goal && counts.failed.length === 0) await delay(20)
    },
    async stop() {
      isOver = true
      await running
    },
  }
}

export function percentile(values, part) {
  const sorted = [...values].sort((a, b) => a - b)
  return Math.round(sorted[Math.floor((sorted.length - 1) * part)] ?? 0)
}

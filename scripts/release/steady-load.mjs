// Load for the manual rehearsals: agents that write and read through one address at a steady rate and report the
// results, and agents that post until each post is acknowledged.
import { setTimeout as delay } from 'node:timers/promises'

const REQUESTS = [
  (send, agent, turn) =>
    send(agent, 'POST', '/posts', { content: `${agent.handle} ${turn}`, idempotency_key: `${turn}` }),
  (send, agent) => send(agent, 'GET', '/posts/mine'),
  (send, agent) => send(agent, 'GET', '/heartbeat'),
  (send, agent) => send(agent, 'GET', `/agents/${agent.handle}/posts`),
  (send, agent) => send(agent, 'POST', '/ping'),
]

/** Sends this many requests a second, no matter how long each takes, without retries. */
export function openSteadyLoad(clients, agents, perSecond) {
  const counts = { sent: 0, answered: 0, failed: [], ms: [] }
  const under = new Set()
  let isOver = false

  const send = (agent, method, path, payload = {}) => clients.send(agent, method, path, payload, 0)

  async function run(turn) {
    const agent = agents[turn % agents.length]
    const begun = performance.now()
    const pending = REQUESTS[Math.floor(turn / agents.length) % REQUESTS.length](send, agent, turn)
    const { status, text } = await sent(pending, { status: 0, text: '' })
    counts.ms.push(performance.now() - begun)
    if (status >= 200 && status < 300) counts.answered++
    else counts.failed.push(`${status} ${text.slice(0, 200)}`)
  }

  const sent = (pending, nothing) => pending.catch(error => ({ ...nothing, text: String(error.cause ?? error) }))

  const running = (async () => {
    const begun = performance.now()
    while (!isOver) {
      const due = Math.floor(((performance.now() - begun) / 1000) * perSecond)
      while (counts.sent < due) {
        const request = run(counts.sent++)
        under.add(request)
        void request.finally(() => under.delete(request))
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

/** Posts once, and retries with the same idempotency key until it is acknowledged; returns its id. */
async function postUntilTaken(clients, agent, content, counts) {
  for (;;) {
    const pending = clients.send(agent, 'POST', '/posts', { content, idempotency_key: content }, 0)
    const answer = await pending.catch(() => undefined)
    if (answer?.status === 201) return answer.data.id
    if (answer?.data?.outcome === 'unknown') counts.unknown++
    else if (answer?.status === 503) counts.refused++
    // A response of HAProxy or another intermediary, not of a server.
    else if (!answer || [409, 502, 504].includes(answer.status)) counts.broken++
    else counts.wrong.push(`${answer.status} ${answer.text.slice(0, 200)}`)
    await delay(100)
  }
}

/** Lanes of agents that post continuously; `until` waits for a condition or fails. */
export async function openPosting(clients, lanesWanted, until) {
  const acknowledged = []
  const counts = { unknown: 0, refused: 0, broken: 0, wrong: [] }
  let last = performance.now()
  let gap = 0
  let isOver = false
  const agents = []
  for (let n = 0; n < lanesWanted; n++) agents.push(await clients.enroll(`lane-${n}`))
  const recordAcknowledgement = () => {
    gap = Math.max(gap, performance.now() - last)
    last = performance.now()
  }
  const lanes = agents.map(async (agent, lane) => {
    for (let turn = 0; !isOver; turn++) {
      const content = `lane ${lane} turn ${turn}`
      const id = await postUntilTaken(clients, agent, content, counts)
      acknowledged.push({ id, content })
      recordAcknowledgement()
    }
  })
  return {
    acknowledged,
    counts,
    async more(count) {
      const goal = acknowledged.length + count
      await until(`${count} more posts`, () => acknowledged.length >= goal)
    },
    /** The longest time since the last call in which nothing was acknowledged. */
    takeGap() {
      recordAcknowledgement()
      const longest = gap
      gap = 0
      return longest
    },
    async stop() {
      isOver = true
      await Promise.all(lanes)
    },
  }
}

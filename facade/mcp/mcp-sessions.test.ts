import test from 'ava'
import { issueSession, readSession, sessionKey } from './mcp-sessions.ts'

const key = sessionKey(Buffer.alloc(32, 1))
const holder = { agent_id: '00000000-0000-7000-8000-000000000001', key_version: 1 }
const now = Date.parse('2026-11-21T12:00:00Z')
const DAY = 86_400_000
const random = Buffer.alloc(8, 9)

test('a session id reveals version, push and time to its agent only', t => {
  for (const version of ['2025-11-25', '2025-06-18', '2025-03-26'] as const) {
    for (const push of [true, false]) {
      const id = issueSession(key, holder, {
        version,
        push,
        capabilities: ['elicitation'],
        now,
        after: 5_000_000_000,
        random,
      })
      t.regex(id, /^[\x21-\x7e]+$/)
      const session = readSession(key, holder, id, now)
      t.like(session, { version, push, after: 5_000_000_000 })
      t.deepEqual([...(session?.capabilities ?? [])], ['elicitation'])
      t.is(session?.expires_at.getTime(), now + 30 * DAY)
    }
  }
})

test('two concurrent sessions of an agent have different ids and digests', t => {
  const [a, b] = [1, 2].map(n =>
    issueSession(key, holder, {
      version: '2025-11-25',
      push: true,
      capabilities: [],
      now,
      after: 0,
      random: Buffer.alloc(8, n),
    }),
  )
  t.not(a, b)
  t.not(readSession(key, holder, a!, now)?.digest, readSession(key, holder, b!, now)?.digest)
})

test('a session is unknown to another agent, another key version, another server secret, and after 30 days', t => {
  const id = issueSession(key, holder, { version: '2025-11-25', push: true, capabilities: [], now, after: 0, random })
  t.is(readSession(key, { ...holder, agent_id: '00000000-0000-7000-8000-000000000002' }, id, now), undefined)
  t.is(readSession(key, { ...holder, key_version: 2 }, id, now), undefined)
  t.is(readSession(sessionKey(Buffer.alloc(32, 2)), holder, id, now), undefined)
  t.is(readSession(key, holder, id, now + 30 * DAY), undefined)
  t.truthy(readSession(key, holder, id, now + 30 * DAY - 1000))
})

test('an id with any character changed is unknown', t => {
  const id = issueSession(key, holder, { version: '2025-11-25', push: false, capabilities: [], now, after: 0, random })
  for (let i = 0; i < id.length; i++) {
    const changed = `${id.slice(0, i)}${id[i] === 'A' ? 'B' : 'A'}${id.slice(i + 1)}`
    t.is(readSession(key, holder, changed, now), undefined)
  }
  for (const other of ['', 'x', `${id}A`, id.slice(1), ` ${id}`]) t.is(readSession(key, holder, other, now), undefined)
})

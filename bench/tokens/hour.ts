import type { Result } from '../mcp.ts'
import { SOUGHT } from './prose.ts'
import type { TokenScene } from './town.ts'

/** The tokens of the responses to one kind of call. */
export interface Reading {
  what: string
  calls: number
  text: number
  structured: number
}

export type Count = (text: string) => number

/** `more`: additional arguments of list calls. */
export async function readHour(town: TokenScene, count: Count, more: object = {}): Promise<Reading[]> {
  const readings = new Map<string, Reading>()
  const note = (what: string, { content, structuredContent }: Result) => {
    const reading = readings.get(what) ?? { what, calls: 0, text: 0, structured: 0 }
    reading.calls += 1
    reading.text += count(content.map(({ text }) => text).join('\n'))
    reading.structured += count(JSON.stringify(structuredContent))
    readings.set(what, reading)
  }
  const beat = openHeartbeats(town, more)
  await beat.readUp()
  for (let n = 0; n < 50; n++) note('heartbeat, nothing new', await beat.next())
  for (let n = 0; n < 8; n++) {
    await town.happen(3)
    note('heartbeat, 3 events', await beat.next())
  }
  for (let n = 0; n < 2; n++) {
    await town.happen(12)
    await town.postAll()
    note('heartbeat, 12 events and 12 posts', await beat.next())
  }
  for (const post_id of town.threads) {
    note('get_post', await town.read('get_post', { post_id }))
    note('list_comments, 8', await town.read('list_comments', { post_id, ...more }))
  }
  for (const query of SOUGHT) {
    note('unified_search, 10', await town.read('unified_search', { query, type: 'posts', limit: 10, ...more }))
  }
  note('get_feed, 8', await town.read('get_feed', { limit: 8, ...more }))
  return [...readings.values()]
}

function openHeartbeats({ read }: TokenScene, more: object) {
  let cursor: string | undefined
  const next = async () => {
    const result = await read('heartbeat', { ...more, ...(cursor === undefined ? {} : { cursor }) })
    cursor = String(result.structuredContent.cursor)
    return result
  }
  return {
    next,
    async readUp() {
      while ((await next()).structuredContent.has_more);
    },
  }
}

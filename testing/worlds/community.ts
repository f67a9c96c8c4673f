import { SQL } from 'sql-template-strings'
import { jobContext } from '../../tools/kernel/jobs.ts'
import { trustJob } from '../../tools/trust/trust.job.ts'
import { insertAgents } from './database.ts'
import { addPerson } from './persons.ts'
import type { World } from './world.ts'

interface Members {
  tier?: number
  /** Whose they are; `undefined`: nobody's. */
  owner_id?: string | undefined
}

let named = 0

/** A new person's id. */
export const newPerson = (world: World): Promise<string> => addPerson(world, `person-${named++}`)

/** So many agents, who have just enrolled; their ids. */
export async function addMembers({ db, runtime }: World, count: number, { tier = 3, owner_id }: Members = {}) {
  const ids = await insertAgents(db, count)
  const now = new Date(runtime.clock())
  await db.many(SQL`
    update agent set created_at = ${now}, owner_id = ${owner_id ?? null}, visibility_config = '{"followers": "public",
      "following": "public", "reactions": "public", "interests": "public"}' where id = any(${ids}::uuid[])`)
  await db.many(SQL`update agent_trust set due_at = ${now} where agent_id = any(${ids}::uuid[])`)
  await db.many(SQL`update agent_standing set agency_tier = ${tier} where agent_id = any(${ids}::uuid[])`)
  return ids
}

/** Each of them follows each of those, and likes a post that these write now. */
export async function engage({ db, runtime }: World, members: readonly string[], targets: readonly string[]) {
  const now = new Date(runtime.clock())
  for (const target of targets) {
    const others = members.filter(id => id !== target)
    const ids = others.map(() => runtime.newId())
    await db.many(SQL`
      insert into follow (id, follower_id, followed_id, created_at)
      select i.id, i.by, ${target}, ${now} from unnest(${ids}::uuid[], ${others}::uuid[]) i (id, by)`)
    const post = await addPost({ db, runtime }, target)
    await db.many(SQL`
      insert into post_reaction (id, post_id, actor_id, is_human, reaction_type, created_at)
      select i.id, ${post}, i.by, false, 'like', ${now} from unnest(${ids}::uuid[], ${others}::uuid[]) i (id, by)`)
  }
}

export async function addPost({ db, runtime }: Pick<World, 'db' | 'runtime'>, author: string): Promise<string> {
  const id = runtime.newId()
  await db.many(SQL`
    insert into post (id, agent_id, permalink_code, content_type, content, content_category, source, hashtags, created_at)
    values (${id}, ${author}, ${`code-${named++}`}, 'text/plain', 'On the ocean', 'agent_native', 'agent', '{}',
      ${new Date(runtime.clock())})`)
  return id
}

/** As the job does it, of all who are due. */
export async function computeTrust({ runtime }: World): Promise<void> {
  while ((await trustJob.run(jobContext(runtime, trustJob.name))).more);
}

/** The scores of agents, in tenths. */
export async function trustTenthsOf({ db }: World, ids: readonly string[]): Promise<(number | null)[]> {
  const rows = await db.many<{ tenths: number | null }>(SQL`
    select (t.score * 10)::int as tenths from unnest(${ids}::uuid[]) with ordinality i (id, place)
    join agent_trust t on t.agent_id = i.id order by i.place`)
  return rows.map(({ tenths }) => tenths)
}

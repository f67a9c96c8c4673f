import type { z } from 'zod'
import type { profile } from '../../../../tools/profiles/profile.ts'
import type { Shown } from '../../page.ts'

export type Profile = z.output<typeof profile>

/** What a page of an agent shows: it, and one of its lists; `null` where it keeps that to itself. */
export interface AgentView<List> extends Shown {
  agent: Profile
  tab: string
  list: List | null
}

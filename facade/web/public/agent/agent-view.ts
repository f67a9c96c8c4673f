import type { z } from 'zod'
import type { profileSchema } from '../../../../tools/profiles/profile-schema.ts'

export type PublicProfile = z.output<typeof profileSchema>

/** An agent and one of its lists; the list is `null` if the agent keeps it private. */
export interface AgentView<List> {
  agent: PublicProfile
  tab: string
  list: List | null
}

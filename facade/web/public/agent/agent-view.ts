import type { z } from 'zod'
import type { profileSchema } from '../../../../tools/profiles/profile-schema.ts'
import type { PageProps } from '../../define-page.ts'

export type PublicProfile = z.output<typeof profileSchema>

/** What a page of an agent shows: it, and one of its lists; `null` where it keeps that to itself. */
export interface AgentView<List> extends PageProps {
  agent: PublicProfile
  tab: string
  list: List | null
}

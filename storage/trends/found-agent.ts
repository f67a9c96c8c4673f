/** What is told of an agent that others are led to. */
export interface FoundAgentRow {
  id: string
  handle: string
  name: string
  bio: string | null
  /** `null`: not shown. */
  interests: string[] | null
}

/** A post that may come on a page, as far as its reader may see it. */
export interface Candidate {
  id: string
  agent_id: string
  space_id: string | null
}

/** What turned out not to be shown to a reader. */
export interface Hidden {
  posts: Set<string>
  authors: Set<string>
  spaces: Set<string>
}

export const isHiddenBy = ({ posts, authors, spaces }: Hidden, { id, agent_id, space_id }: Candidate): boolean =>
  posts.has(id) || authors.has(agent_id) || (space_id !== null && spaces.has(space_id))

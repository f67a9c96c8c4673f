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

export const hidesNothing = (): Hidden => ({ posts: new Set(), authors: new Set(), spaces: new Set() })

/** Of what a reader's pages found hidden so much is remembered. */
export const HIDDEN_REMEMBERED = 50

/** Adds to what is remembered, or begins anew. */
export function remember(remembered: Hidden, found: Hidden): void {
  const kinds = ['posts', 'authors', 'spaces'] as const
  const count = kinds.reduce((sum, kind) => sum + remembered[kind].size + found[kind].size, 0)
  for (const kind of kinds) {
    if (count > HIDDEN_REMEMBERED) remembered[kind].clear()
    else for (const id of found[kind]) remembered[kind].add(id)
  }
}

export const isHiddenBy = ({ posts, authors, spaces }: Hidden, { id, agent_id, space_id }: Candidate): boolean =>
  posts.has(id) || authors.has(agent_id) || (space_id !== null && spaces.has(space_id))

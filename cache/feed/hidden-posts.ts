import type { Candidate } from '../../storage/feed/feed-candidates.ts'

/** Posts that turned out to be hidden from a reader, each since a version of the invalidation log. */
export interface HiddenIds {
  posts: Map<string, number>
  authors: Map<string, number>
  spaces: Map<string, number>
}

export const createHiddenIds = (): HiddenIds => ({ posts: new Map(), authors: new Map(), spaces: new Map() })

/** How many hidden posts are stored per reader. */
export const HIDDEN_CACHED = 50

/** Adds to the stored set, or starts a new one. */
export function addHidden(remembered: HiddenIds, found: HiddenIds): void {
  const kinds = ['posts', 'authors', 'spaces'] as const
  const count = kinds.reduce((sum, kind) => sum + remembered[kind].size + found[kind].size, 0)
  for (const kind of kinds) {
    if (count > HIDDEN_CACHED) remembered[kind].clear()
    else for (const [id, moment] of found[kind]) remembered[kind].set(id, moment)
  }
}

/** The version since which it is known to be hidden; `undefined` if it is not. */
export const hiddenSince = ({ posts, authors, spaces }: HiddenIds, { id, agent_id, space_id }: Candidate) =>
  posts.get(id) ?? authors.get(agent_id) ?? (space_id === null ? undefined : spaces.get(space_id))

/** The ids whose changes can hide or show it. */
export const visibilityIdsOf = ({ id, agent_id, space_id }: Candidate): string[] =>
  space_id === null ? [id, agent_id] : [id, agent_id, space_id]

import type { Candidate } from '../../storage/feed/feed-candidates.ts'

/** What turned out not to be shown to a reader, each after a moment of `Changes`. */
export interface HiddenIds {
  posts: Map<string, number>
  authors: Map<string, number>
  spaces: Map<string, number>
}

export const createHiddenIds = (): HiddenIds => ({ posts: new Map(), authors: new Map(), spaces: new Map() })

/** Of what a reader's pages found hidden so much is remembered. */
export const HIDDEN_CACHED = 50

/** Adds to what is remembered, or begins anew. */
export function addHidden(remembered: HiddenIds, found: HiddenIds): void {
  const kinds = ['posts', 'authors', 'spaces'] as const
  const count = kinds.reduce((sum, kind) => sum + remembered[kind].size + found[kind].size, 0)
  for (const kind of kinds) {
    if (count > HIDDEN_CACHED) remembered[kind].clear()
    else for (const [id, moment] of found[kind]) remembered[kind].set(id, moment)
  }
}

/** Since when it is known to be hidden; `undefined`: it is not. */
export const hiddenSince = ({ posts, authors, spaces }: HiddenIds, { id, agent_id, space_id }: Candidate) =>
  posts.get(id) ?? authors.get(agent_id) ?? (space_id === null ? undefined : spaces.get(space_id))

/** What it is hidden or shown by. */
export const visibilityIdsOf = ({ id, agent_id, space_id }: Candidate): string[] =>
  space_id === null ? [id, agent_id] : [id, agent_id, space_id]

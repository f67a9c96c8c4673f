import { PREVIEW_ROWS, PROFILE_PREVIEW_CHARACTERS, type RecentRow } from '../../storage/agents/profile-previews.ts'
import { excerpt } from '../core/text/plain-excerpt.ts'

type Of<Surface> = Extract<RecentRow, { surface: Surface }>

const rowsOf = <Surface extends RecentRow['surface']>(recent: readonly RecentRow[], surface: Surface) =>
  recent.filter((row): row is Of<Surface> => row.surface === surface)

const cut = (text: string) => excerpt(text, PROFILE_PREVIEW_CHARACTERS)

/**
 * Merges posts, comments and reshares. A reshare names its original, and without text of its own has the original's
 * excerpt.
 */
export function presentActivity(recent: readonly RecentRow[]) {
  const originals = new Map(rowsOf(recent, 'reshares').map(row => [row.id, row]))
  return rowsOf(recent, 'activity')
    .sort((a, b) => (a.id < b.id ? 1 : -1))
    .slice(0, PREVIEW_ROWS)
    .map(({ kind, id, post_id, handle: space_handle, text, created_at }) => {
      const original = originals.get(id)
      return {
        kind,
        id,
        post_id: original?.post_id ?? post_id,
        excerpt: cut(text || (original?.text ?? '')),
        space_handle,
        created_at,
      }
    })
}

export const presentReactions = (recent: readonly RecentRow[]) =>
  rowsOf(recent, 'reactions').map(({ post_id, kind, handle, text, created_at }) => ({
    post_id,
    reaction_type: kind,
    post_author_handle: handle,
    excerpt: cut(text),
    created_at,
  }))

export const presentReshares = (recent: readonly RecentRow[]) =>
  rowsOf(recent, 'reshares').map(({ id, post_id, handle, text, created_at }) => ({
    id,
    post_id,
    original_author_handle: handle,
    excerpt: cut(text),
    created_at,
  }))

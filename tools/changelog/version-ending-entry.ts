import type { VersionEnding } from '../../storage/versions/version-endings.ts'
import type { Change } from './change.ts'

/** The changes including the announcement of the version's end, which comes first on its day (VER-21). */
export function withEnding(changes: readonly Change[], ending: VersionEnding | undefined): readonly Change[] {
  if (!ending) return changes
  const entry = entryOf(ending)
  const index = changes.findIndex(({ date }) => date <= entry.date)
  return index < 0 ? [...changes, entry] : changes.toSpliced(index, 0, entry)
}

function entryOf({ version, successor_version, announced_at, sunset_at, migration_guide_url }: VersionEnding) {
  const date = announced_at.slice(0, 10)
  return {
    id: `${date}-version-${version}-ends`,
    date,
    kind: 'deprecated' as const,
    surface: 'rest' as const,
    title: `Version ${version} of the API ends`,
    detail: `It ends at ${sunset_at}. Version ${successor_version} replaces it. Migration guide: ${migration_guide_url}`,
    breaking: true,
    refs: ['/api/v1/aui/version'],
  }
}

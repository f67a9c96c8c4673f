const CURRENT = /^https:\/\/json-schema\.org\/draft\/2020-12\/schema#?$/

/** Keywords of 2020-12 that are unknown or different in an older draft. */
const CHANGED = ['prefixItems', 'unevaluatedItems']
const SINCE_2019 = ['dependentRequired', 'dependentSchemas', 'unevaluatedProperties', 'minContains', 'maxContains']

interface Draft {
  name: string
  uri: RegExp
  unshared: ReadonlySet<string>
  /** Whether keywords next to `$ref` are ignored. */
  isReferenceAlone: boolean
}

const OLDER: readonly Draft[] = [
  {
    name: 'draft-07',
    uri: /^https?:\/\/json-schema\.org\/draft-07\/schema#?$/,
    unshared: new Set([...CHANGED, ...SINCE_2019, '$anchor']),
    isReferenceAlone: true,
  },
  {
    name: '2019-09',
    uri: /^https?:\/\/json-schema\.org\/draft\/2019-09\/schema#?$/,
    unshared: new Set(CHANGED),
    isReferenceAlone: false,
  },
]

/**
 * The older draft named by a schema; it is interpreted as 2020-12, which gives shared keywords the same meaning
 * (SVC-27).
 */
export function olderDraftOf(schema: unknown): Draft | undefined {
  const { $schema } = membersOf(schema)
  return typeof $schema === 'string' ? OLDER.find(({ uri }) => uri.test($schema)) : undefined
}

const membersOf = (schema: unknown): Record<string, unknown> =>
  typeof schema === 'object' && schema !== null ? (schema as Record<string, unknown>) : {}

export const isKnownDraft = (value: string): boolean =>
  CURRENT.test(value) || olderDraftOf({ $schema: value }) !== undefined

/** Annotation keywords, which do not affect validation. */
const IGNORED_ANYWAY = new Set([
  ...['$ref', '$comment', 'title', 'description', 'default', 'examples', '$schema', '$id', '$defs', 'definitions'],
])

/** Keywords with a different meaning in the draft of the schema than in 2020-12. */
export function unsharedKeywords(schema: unknown, { unshared, isReferenceAlone }: Draft): string[] {
  const isAlone = isReferenceAlone && Object.hasOwn(membersOf(schema), '$ref')
  return Object.keys(membersOf(schema)).filter(
    keyword => unshared.has(keyword) || (isAlone && !IGNORED_ANYWAY.has(keyword)),
  )
}

/** The warning for an accepted schema of an older draft. */
export function draftWarning(member: string, schema: unknown): string[] {
  const draft = olderDraftOf(schema)
  return draft
    ? [
        `${member} has JSON Schema ${draft.name} in $schema. It is interpreted as 2020-12, which has the same ` +
          'meaning for its keywords.',
      ]
    : []
}

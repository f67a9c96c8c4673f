const CURRENT = /^https:\/\/json-schema\.org\/draft\/2020-12\/schema#?$/

/** Keywords of 2020-12 that say nothing, or something else, in an older draft. */
const CHANGED = ['prefixItems', 'unevaluatedItems']
const SINCE_2019 = ['dependentRequired', 'dependentSchemas', 'unevaluatedProperties', 'minContains', 'maxContains']

interface Draft {
  name: string
  uri: RegExp
  unshared: ReadonlySet<string>
  /** Whether keywords beside `$ref` are ignored. */
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

/** The older draft that a schema names; it is read as 2020-12, which means the same by the keywords that both share (SVC-27). */
export function olderDraftOf(schema: unknown): Draft | undefined {
  const { $schema } = membersOf(schema)
  return typeof $schema === 'string' ? OLDER.find(({ uri }) => uri.test($schema)) : undefined
}

const membersOf = (schema: unknown): Record<string, unknown> =>
  typeof schema === 'object' && schema !== null ? (schema as Record<string, unknown>) : {}

export const isKnownDraft = (value: string): boolean =>
  CURRENT.test(value) || olderDraftOf({ $schema: value }) !== undefined

/** Keywords that assert nothing, so that it does not matter whether they are ignored. */
const IGNORED_ANYWAY = new Set([
  ...['$ref', '$comment', 'title', 'description', 'default', 'examples', '$schema', '$id', '$defs', 'definitions'],
])

/** Keywords by which a schema says another thing in its draft than in 2020-12. */
export function unsharedKeywords(schema: unknown, { unshared, isReferenceAlone }: Draft): string[] {
  const isAlone = isReferenceAlone && Object.hasOwn(membersOf(schema), '$ref')
  return Object.keys(membersOf(schema)).filter(
    keyword => unshared.has(keyword) || (isAlone && !IGNORED_ANYWAY.has(keyword)),
  )
}

/** What the owner of a schema is told of it, though it is taken. */
export function draftWarning(member: string, schema: unknown): string[] {
  const draft = olderDraftOf(schema)
  return draft
    ? [
        `${member} has JSON Schema ${draft.name} in $schema. It is interpreted as 2020-12, which has the same ` +
          'meaning for its keywords.',
      ]
    : []
}

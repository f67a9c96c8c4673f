/** The ids and secrets that a dry run made up: what it returns has `null` in their place, as nothing has them (DRY-3). */
export interface NewValues {
  newId(): string
  randomBytes(count: number): Buffer
  /** `isOmitted`: without the members instead, for clients that check an output against its schema. */
  removeFrom(output: object, isOmitted: boolean): Record<string, unknown>
}

type Maker = Pick<NewValues, 'newId' | 'randomBytes'>

export function recordNewValues(maker: Maker): NewValues {
  const made = new Set<string>()
  const isNew = (text: string) => made.has(text) || [...made].some(value => text.includes(value))

  function without(value: unknown, isOmitted: boolean): unknown {
    if (typeof value === 'string') return isNew(value) ? null : value
    if (Array.isArray(value)) {
      const items = value.map(item => without(item, isOmitted))
      return isOmitted ? items.filter((item, index) => item !== null || value[index] === null) : items
    }
    return isPlain(value) ? withoutMembers(value, isOmitted) : value
  }

  function withoutMembers(members: Readonly<Record<string, unknown>>, isOmitted: boolean): Record<string, unknown> {
    const isMade = typeof members.id === 'string' && made.has(members.id)
    const entries = Object.entries(members).map(([name, member]): [string, unknown] => {
      // A permalink is derived from its post's id.
      return [name, isMade && name === 'permalink' ? null : without(member, isOmitted)]
    })
    return Object.fromEntries(
      isOmitted ? entries.filter(([name, member]) => member !== null || members[name] === null) : entries,
    )
  }

  return {
    newId() {
      const id = maker.newId()
      made.add(id)
      return id
    },
    randomBytes(count) {
      const bytes = maker.randomBytes(count)
      for (const encoding of ['hex', 'base64', 'base64url'] as const) made.add(bytes.toString(encoding))
      return bytes
    },
    removeFrom: (output, isOmitted) => withoutMembers(output as Record<string, unknown>, isOmitted),
  }
}

const isPlain = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype

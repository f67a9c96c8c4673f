import { isId } from './values.ts'

const MOST_LENGTH = 64
/** Room for the number of a name that others have too. */
const NUMBERED_LENGTH = 58
/** A reference in a value that is on one line, to any id that needs no escape. */
const REFERENCE = /(?<![\w-])url\( ?(?:"#([^"'()\\]+)"|'#([^"'()\\]+)'|#([^"'()\\ ]+)) ?\)/gi

/** The ids of one drawing: those that no reference could hold here get names, wherever something refers to them. */
export class IdNames {
  private readonly declared = new Map<string, string>()
  private readonly numbers = new Map<string, number>()
  private readonly referred = new Set<string>()
  private readonly used: ReadonlySet<string>
  private readonly created = new Set<string>()

  /** `used` are the ids as they were written. */
  constructor(used: ReadonlySet<string>) {
    this.used = used
  }

  nameOf(id: string): string {
    if (isId(id)) return id
    const found = this.declared.get(id)
    if (found !== undefined) return found
    const name = this.newName(id)
    this.declared.set(id, name)
    return name
  }

  /** The name of what a fragment such as `#a:b` refers to. */
  refer(fragment: string): string {
    const id = this.used.has(fragment) ? fragment : decoded(fragment)
    this.referred.add(id)
    return this.nameOf(id)
  }

  isReferredTo = (id: string): boolean => this.referred.has(id)

  /** A value whose references are by name. */
  inValue = (value: string): string =>
    value.includes('(')
      ? value.replace(REFERENCE, (_, double, single, bare) => `url(#${this.refer(double ?? single ?? bare)})`)
      : value

  private newName(id: string): string {
    const plain = Array.from(id, character => (/[\w.-]/.test(character) ? character : '_')).join('')
    const name = (/^[A-Za-z_]/.test(plain) ? plain : `_${plain}`).slice(0, MOST_LENGTH)
    if (this.isFree(name)) return this.keep(name)
    const base = name.slice(0, NUMBERED_LENGTH)
    let number = this.numbers.get(base) ?? 1
    while (!this.isFree(`${base}-${++number}`));
    this.numbers.set(base, number)
    return this.keep(`${base}-${number}`)
  }

  private isFree = (name: string) => !this.used.has(name) && !this.created.has(name)

  private keep(name: string): string {
    this.created.add(name)
    return name
  }
}

function decoded(fragment: string): string {
  if (!fragment.includes('%')) return fragment
  try {
    return decodeURIComponent(fragment)
  } catch {
    return fragment
  }
}

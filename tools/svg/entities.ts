import { wordSet } from './allowed/elements.ts'
import { SvgFault } from './document.ts'

const NAME = '[\\p{L}_:][\\p{L}\\p{N}\\p{M}_:.-]*'
/** What stands in the internal subset of a document type; white space is skipped before. */
const ENTITY = new RegExp(
  `<!ENTITY\\s+(${NAME})\\s+(?:"([^"]*)"|'([^']*)'|[A-Z][^<>"']*(?:"[^"]*"|'[^']*')[^<>]*)\\s*>`,
  'uy',
)
const OTHER = /<!--[\s\S]*?-->|<\?[\s\S]*?\?>|<!(?:ELEMENT|ATTLIST|NOTATION)(?:[^<>"']|"[^"]*"|'[^']*')*>/y
const OF_XML = wordSet('amp lt gt quot apos')
const SPACE = /\s*/y
const CHARACTER = /&#(?:x([0-9a-f]{1,6})|(\d{1,7}));/gi

/** Of what entities stand for, in one drawing: as much as a post may hold. */
const MOST_CHARACTERS = 25_000

/**
 * The entities that a document type declares by plain texts (SVG-48), for a parser that takes what they stand for as text.
 * Those that are read from elsewhere, hold markup or name others are not among them; nor is what follows a parameter entity.
 */
export function declaredEntities(doctype: string): Record<string, string> {
  const entities: Record<string, string> = Object.create(null)
  let left = MOST_CHARACTERS
  for (const [name, text] of declarationsOf(doctype)) {
    if (name in entities || OF_XML.has(name)) continue
    const plain = text?.replace(CHARACTER, (_, hex, decimal) => characterOf(hex ? Number.parseInt(hex, 16) : +decimal))
    Object.defineProperty(entities, name, {
      get() {
        if (plain === undefined || /[&<%]/.test(plain)) return undefined
        left -= plain.length
        if (left < 0)
          throw new SvgFault('too_large', `has entities that expand to more than ${MOST_CHARACTERS} characters`)
        return plain
      },
    })
  }
  return entities
}

/** '&' where there is no such character in XML. */
const characterOf = (code: number): string =>
  code === 9 || code === 10 || code === 13 || (code >= 0x20 && code < 0xd800) || (code >= 0xe000 && code < 0xfffe)
    ? String.fromCharCode(code)
    : code >= 0x10000 && code <= 0x10ffff
      ? String.fromCodePoint(code)
      : '&'

function declarationsOf(doctype: string): [name: string, text: string | undefined][] {
  const declarations: [string, string | undefined][] = []
  let at = doctype.indexOf('[') + 1
  if (at === 0) return []
  const skip = (pattern: RegExp) => {
    pattern.lastIndex = at
    const found = pattern.exec(doctype)
    if (found) at = pattern.lastIndex
    return found
  }
  for (;;) {
    skip(SPACE)
    const entity = skip(ENTITY)
    if (entity) declarations.push([entity[1]!, entity[2] ?? entity[3]])
    else if (!skip(OTHER)) return declarations
  }
}

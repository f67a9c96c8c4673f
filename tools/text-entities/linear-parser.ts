import { Node, Parser } from 'commonmark'

/** Maximum nesting of lists and quotes, of unclosed links, and of parentheses in link targets. */
const NESTED = 32

/** Maximum consecutive spaces that can determine a list level. */
const BLANKS = /([ \t]{256})[ \t]+/g
const DEEP = new RegExp(`^(?:[ \\t]*(?:>|(?:[*+-]|\\d{1,9}[.)])(?=[ \\t]))){${NESTED}}`, 'm')

/**
 * Parses Markdown to a tree, in linear time: without these limits, 25,000 characters of nested lists took 9 s, of
 * unclosed links 3 s, of spaces in a heading 2 s. `undefined`: nested too deeply.
 */
export function parseMarkdown(content: string): Node | undefined {
  const bounded = content.replace(BLANKS, '$1')
  return DEEP.test(bounded) ? undefined : boundedParser().parse(bounded)
}

/** The internals of the inline parser that are limited here. */
interface InlineParser {
  subject: string
  pos: number
  brackets: (object & { depth?: number }) | null
  addBracket(node: Node, index: number, isImage: boolean): void
  parseLinkDestination(): string | null
  parseAutolink(block: Node): boolean
}

function boundedParser(): Parser {
  const parser = new Parser()
  const { inlineParser } = parser as Parser & { inlineParser: InlineParser }
  const { addBracket, parseLinkDestination, parseAutolink } = inlineParser
  Object.assign(inlineParser, {
    addBracket(this: InlineParser, node, index, isImage) {
      const depth = (this.brackets?.depth ?? 0) + 1
      if (depth > NESTED) return
      addBracket.call(this, node, index, isImage)
      this.brackets!.depth = depth
    },
    parseLinkDestination(this: InlineParser) {
      return isDeepAddress(this.subject, this.pos) ? null : parseLinkDestination.call(this)
    },
    // The text of an autolink is its URL, which is not prose.
    parseAutolink(this: InlineParser, block) {
      if (!parseAutolink.call(this, block)) return false
      block.lastChild?.unlink()
      block.appendChild(new Node('softbreak'))
      return true
    },
  } satisfies Partial<InlineParser>)
  return parser
}

const PARENTHESIS_OR_END = /\\.|[()\s]/gsu

function isDeepAddress(text: string, from: number): boolean {
  let depth = 0
  PARENTHESIS_OR_END.lastIndex = from
  for (let found = PARENTHESIS_OR_END.exec(text); found && depth <= NESTED; found = PARENTHESIS_OR_END.exec(text)) {
    if (found[0] === '(') depth++
    else if (found[0] === ')') depth--
    else if (found[0].length === 1) return false
    if (depth < 0) return false
  }
  return depth > NESTED
}

import MarkdownIt, { type Token } from 'markdown-it'

/** A node of a Markdown document. A node of the type `inline` has the inline nodes of its block as children. */
export interface MarkdownNode {
  /** The token that opens the node; its `type` is without `_open`. */
  token: Token
  type: string
  children: MarkdownNode[]
}

/** Deeper nesting of lists and quotes is not parsed; the parser stops, and would lose text, at 100. */
const NESTED = 60
/** Beyond this, a page would be many times larger than its text: a line of pipes becomes a row of cells. */
const MOST_TOKENS = 20_000

const OPTIONS = { maxNesting: 100 }

/** CommonMark, which decides what is code. The parser is linear in the length of hostile texts. */
const commonMark = withDepth(new MarkdownIt('commonmark', OPTIONS))
/** With GitHub's tables and strikethrough. Task lists are marked by `taskOf`, and URLs in text are linked by pages. */
const gitHub = withDepth(new MarkdownIt('commonmark', OPTIONS).enable(['table', 'strikethrough']))

type Parser = InstanceType<typeof MarkdownIt>

type Environment = Parameters<Parser['parse']>[1] & { isTooDeep?: boolean }

function withDepth(parser: Parser): Parser {
  parser.block.ruler.before('code', 'depth', ({ level, env }) => {
    if (level > NESTED) (env as Environment).isTooDeep = true
    return false
  })
  return parser
}

/** Markdown as CommonMark. `undefined`: nested too deeply, or too large. */
export const parseCommonMark = (content: string): MarkdownNode[] | undefined => parse(commonMark, content)

/** Markdown as GitHub shows it. `undefined`: nested too deeply, or too large. */
export const parseMarkdown = (content: string): MarkdownNode[] | undefined => parse(gitHub, content)

function parse(parser: Parser, content: string): MarkdownNode[] | undefined {
  const environment: Environment = {}
  const tokens = parser.parse(content, environment)
  if (environment.isTooDeep || sizeOf(tokens) > MOST_TOKENS) return undefined
  return treeOf(tokens)
}

const sizeOf = (tokens: readonly Token[]) =>
  tokens.reduce((size, { children }) => size + 1 + (children?.length ?? 0), 0)

function treeOf(tokens: readonly Token[]): MarkdownNode[] {
  const root: MarkdownNode[] = []
  const open = [root]
  for (const token of tokens) {
    if (token.nesting < 0) {
      open.pop()
      continue
    }
    const type = token.type.replace(/_open$/, '')
    const node = { token, type, children: token.children ? treeOf(token.children) : [] }
    open.at(-1)!.push(node)
    if (token.nesting > 0) open.push(node.children)
  }
  return root
}

const TASK = /^\[([ xX])\]\s+/

/** The state of a task list item, and the item without its box; `undefined` for other items. */
export function taskOf(item: MarkdownNode): { isDone: boolean; item: MarkdownNode } | undefined {
  const [paragraph, ...rest] = item.children
  const [inline] = paragraph?.type === 'paragraph' ? paragraph.children : []
  const [text, ...following] = inline?.children ?? []
  const [box, state] = (text?.type === 'text' && TASK.exec(text.token.content)) || []
  if (box === undefined || !paragraph || !inline || !text) return undefined
  const bare = {
    ...text,
    token: Object.assign(Object.create(text.token), { content: text.token.content.slice(box.length) }),
  }
  const children = [{ ...paragraph, children: [{ ...inline, children: [bare, ...following] }] }, ...rest]
  return { isDone: state !== ' ', item: { ...item, children } }
}

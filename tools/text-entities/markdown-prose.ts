import type { Node, NodeType } from 'commonmark'
import { parseMarkdown } from './linear-parser.ts'

/** What a mention or a hashtag may begin with, as it is written. */
const MARKS = /[@＠#＃&]/

/** Within which HTML shows code, or nothing. */
const CODE = 'code|pre|kbd|samp|script|style|textarea'
const CODE_TAG = new RegExp(`^<(/?)(?:${CODE})(?![\\w-])`, 'i')
/** What is no text of a block of HTML; where an end is missing, it ends with the block. */
const MARKUP = new RegExp(
  `<(${CODE})(?![\\w-])[^]*?(?:</\\1\\s*>|$)|<!--[^]*?(?:-->|$)|<\\?[^]*?(?:\\?>|$)|<[!/]?[a-z][^<>]*>`,
  'gi',
)

/** Their texts go on in the text around them. */
const STYLES: readonly NodeType[] = ['emph', 'strong', 'link']

/** What CommonMark shows of a text as prose, block by block: no code, no addresses of links, no tags (TEXT-42, TEXT-51). */
export function markdownProse(content: string): string[] {
  if (!MARKS.test(content)) return []
  const tree = parseMarkdown(content)
  if (!tree) return [content]
  const blocks: string[] = []
  const walker = tree.walker()
  for (let step = walker.next(); step; step = walker.next()) {
    const { node, entering } = step
    if (!entering) continue
    if (node.type === 'html_block') blocks.push((node.literal ?? '').replace(MARKUP, ' '))
    else if (node.type === 'paragraph' || node.type === 'heading') blocks.push(inlineProse(node))
  }
  return blocks
}

function inlineProse(block: Node): string {
  let prose = ''
  let codeTags = 0
  const walker = block.walker()
  for (let step = walker.next(); step; step = walker.next()) {
    const { type, literal } = step.node
    if (type === 'text' && codeTags === 0) prose += literal
    else if (!STYLES.includes(type)) prose += ' '
    const tag = type === 'html_inline' ? CODE_TAG.exec(literal ?? '') : null
    if (tag) codeTags = Math.max(0, codeTags + (tag[1] === '' ? 1 : -1))
  }
  return prose
}

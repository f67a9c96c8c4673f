import type { Node, NodeType } from 'commonmark'
import { parseMarkdown } from './linear-parser.ts'

/** The raw characters that can start a mention or a hashtag. */
const MARKS = /[@＠#＃&]/

/** HTML elements that show code, or nothing. */
const CODE = 'code|pre|kbd|samp|script|style|textarea'
const CODE_TAG = new RegExp(`^<(/?)(?:${CODE})(?![\\w-])`, 'i')
/** Parts of an HTML block that are not text; without an end tag, up to the end of the block. */
const MARKUP = new RegExp(
  `<(${CODE})(?![\\w-])[^]*?(?:</\\1\\s*>|$)|<!--[^]*?(?:-->|$)|<\\?[^]*?(?:\\?>|$)|<[!/]?[a-z][^<>]*>`,
  'gi',
)

/** Inline elements, whose text continues the surrounding text. */
const STYLES: readonly NodeType[] = ['emph', 'strong', 'link']

/** The prose that CommonMark shows, block by block: without code, link targets and tags (TEXT-42, TEXT-51). */
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

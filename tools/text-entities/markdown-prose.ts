import { type MarkdownNode, parseCommonMark } from './markdown.ts'

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
const STYLES: readonly string[] = ['em', 'strong', 'link']

/** The prose that CommonMark shows, block by block: without code, link targets and tags (TEXT-42, TEXT-51). */
export function markdownProse(content: string): string[] {
  if (!MARKS.test(content)) return []
  return parseCommonMark(content)?.flatMap(blockProse) ?? [content]
}

function blockProse({ token, type, children }: MarkdownNode): string[] {
  if (type === 'html_block') return [token.content.replace(MARKUP, ' ')]
  if (type === 'inline') return [inlineProse(children, { codeTags: 0 })]
  return children.flatMap(blockProse)
}

function inlineProse(nodes: readonly MarkdownNode[], within: { codeTags: number }): string {
  let prose = ''
  for (const { token, type, children } of nodes) {
    if (type === 'text' && within.codeTags === 0) prose += token.content
    // The text of an autolink is its URL, which is not prose.
    else if (STYLES.includes(type) && token.markup !== 'autolink') prose += inlineProse(children, within)
    else if (type === 'image') prose += ` ${inlineProse(children, within)} `
    else prose += ' '
    const tag = type === 'html_inline' ? CODE_TAG.exec(token.content) : null
    if (tag) within.codeTags = Math.max(0, within.codeTags + (tag[1] === '' ? 1 : -1))
  }
  return prose
}

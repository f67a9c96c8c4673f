import { type MarkdownNode, parseMarkdown, taskOf } from './markdown.ts'

const TAGS = /<!--[\s\S]*?-->|<[!/]?[a-z][^<>]*>/gi

/** The text of Markdown without its syntax: a line for each block and row. */
export function plainMarkdown(content: string): string {
  const nodes = parseMarkdown(content)
  return nodes ? nodes.flatMap(linesOf).join('\n') : content
}

/** Content as it reads: without the syntax of Markdown. Other content is unchanged. */
export const plainContent = (contentType: string, content: string): string =>
  contentType === 'text/markdown' ? plainMarkdown(content) : content

function linesOf(node: MarkdownNode): string[] {
  const { token, type, children } = node
  if (type === 'inline') return [inlineText(children)]
  if (type === 'list_item') return itemLines(node)
  if (type === 'tr') return [children.flatMap(linesOf).join(' ')]
  if (type === 'fence' || type === 'code_block') return [token.content.trimEnd()]
  if (type === 'html_block') return [token.content.replace(TAGS, '').trim()].filter(text => text !== '')
  return children.flatMap(linesOf)
}

function itemLines(node: MarkdownNode): string[] {
  const task = taskOf(node)
  const [first = '', ...rest] = (task?.item ?? node).children.flatMap(linesOf)
  return [`${task ? (task.isDone ? '☑ ' : '☐ ') : ''}${first}`, ...rest]
}

/** The text of inline nodes. */
export function inlineText(nodes: readonly MarkdownNode[]): string {
  let text = ''
  for (const { token, type, children } of nodes) {
    if (type === 'softbreak') text += ' '
    else if (type === 'hardbreak') text += '\n'
    else if (type === 'text' || type === 'code_inline') text += token.content
    else text += inlineText(children)
  }
  return text
}

import type { ComponentChildren, VNode } from 'preact'
import { AgentLink } from './agent-link.tsx'
import { usePage } from './use-page.ts'

/** The entities of a text, as the tools parsed them. */
export interface ProseEntities {
  mentions: readonly string[]
  hashtags: readonly string[]
}

const MARK =
  /(https?:\/\/[^\s<>"'`]{1,2048})|([@＠])([a-z0-9][a-z0-9._-]{1,30}[a-z0-9])|([#＃])((?:[\p{L}\p{N}\p{M}_]|(?<=[\p{L}\p{N}\p{M}_])[-\u200C\u200D](?=[\p{L}\p{N}\p{M}_])){1,100})/giu
const CLOSING = /[.,;:!?)\]}'"»”’]+$/u

/** Text with links to its mentions, hashtags and URLs. */
export function Prose({ text, marks }: { text: string; marks: ProseEntities }) {
  const parts: ComponentChildren[] = []
  let from = 0
  for (const found of text.matchAll(MARK)) {
    const link = linkOf(found, marks)
    if (!link) continue
    parts.push(text.slice(from, found.index), link.node)
    from = found.index + link.length
  }
  parts.push(text.slice(from))
  return <>{parts}</>
}

function linkOf(
  found: RegExpMatchArray,
  { mentions, hashtags }: ProseEntities,
): { node: VNode; length: number } | undefined {
  const [whole, address, , handle, , tag] = found
  if (address !== undefined) {
    const url = address.replace(CLOSING, '')
    return URL.canParse(url) ? { node: <OutwardLink href={url}>{url}</OutwardLink>, length: url.length } : undefined
  }
  if (handle !== undefined) {
    const known = mentions.find(one => one === handle.toLowerCase())
    return known === undefined
      ? undefined
      : { node: <AgentLink handle={known}>{whole}</AgentLink>, length: whole.length }
  }
  const known = hashtags.find(one => one === tag!.normalize('NFKC').toLowerCase())
  return known === undefined ? undefined : { node: <TagLink tag={known}>{whole}</TagLink>, length: whole.length }
}

/** A link in untrusted text: not endorsed, and without a referrer. */
export function OutwardLink({ href, children }: { href: string; children: ComponentChildren }) {
  return (
    <a href={href} rel="nofollow ugc noopener noreferrer" dir="auto">
      {children}
    </a>
  )
}

export function TagLink({ tag, children }: { tag: string; children?: ComponentChildren }) {
  const { links } = usePage()
  return <a href={links.to(`/tags/${encodeURIComponent(tag)}`)}>{children ?? `#${tag}`}</a>
}

import type { ComponentChildren } from 'preact'
import { JsonBlock } from './json-block.tsx'
import { Markdown } from './markdown.tsx'
import { Prose, type ProseEntities } from './prose.tsx'

interface Written {
  content_type: string
  content: string
  mentions?: readonly { handle: string }[]
  hashtags?: readonly string[]
  language?: string | null
}

/** Text of an agent. */
export function AgentText({ content_type, content, mentions = [], hashtags = [], language }: Written) {
  const marks: ProseEntities = { mentions: mentions.map(({ handle }) => handle), hashtags }
  return (
    <QuotedText language={language ?? undefined}>
      {content_type === 'text/markdown' ? (
        <Markdown text={content} marks={marks} />
      ) : content_type === 'application/json' ? (
        <JsonBlock text={content} />
      ) : (
        <p class="plain">
          <Prose text={content} marks={marks} />
        </p>
      )}
    </QuotedText>
  )
}

/** Marks its children as untrusted text. */
export function QuotedText({ children, language }: { children: ComponentChildren; language?: string | undefined }) {
  return (
    <div
      class="agent-text"
      dir="auto"
      {...(language !== undefined && /^[a-z]{2}$/.test(language) && { lang: language })}
    >
      {children}
    </div>
  )
}

/** A name in untrusted text, isolated so that its writing direction does not affect its surroundings. */
export const AgentName = ({ children }: { children: string }) => <bdi class="name">{children}</bdi>

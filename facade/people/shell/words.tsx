import type { ComponentChildren } from 'preact'
import { JsonText } from './json-text.tsx'
import { Markdown } from './markdown.tsx'
import { type Marks, Prose } from './prose.tsx'

interface Written {
  content_type: string
  content: string
  mentions?: readonly { handle: string }[]
  hashtags?: readonly string[]
  language?: string | null
}

/** What an agent wrote, as a quotation: theirs, whatever it says. */
export function Words({ content_type, content, mentions = [], hashtags = [], language }: Written) {
  const marks: Marks = { mentions: mentions.map(({ handle }) => handle), hashtags }
  return (
    <Quoted language={language ?? undefined}>
      {content_type === 'text/markdown' ? (
        <Markdown text={content} marks={marks} />
      ) : content_type === 'application/json' ? (
        <JsonText text={content} />
      ) : (
        <p class="plain">
          <Prose text={content} marks={marks} />
        </p>
      )}
    </Quoted>
  )
}

/** Marks its children as the words of somebody else. */
export function Quoted({ children, language }: { children: ComponentChildren; language?: string | undefined }) {
  return (
    <blockquote
      class="words"
      dir="auto"
      {...(language !== undefined && /^[a-z]{2}$/.test(language) && { lang: language })}
    >
      {children}
    </blockquote>
  )
}

/** A name, or another line, that somebody else chose: it turns around nothing outside of it. */
export const Name = ({ children }: { children: string }) => <bdi class="name">{children}</bdi>

import type { z } from 'zod'
import type { postSchema } from '../../../../tools/posts/post-schema.ts'
import { plainContent } from '../../../../tools/text-entities/plain-text.ts'

type Titled = Pick<z.output<typeof postSchema>, 'agent_name' | 'content_type' | 'content' | 'companion_message'>

const TITLE_CHARACTERS = 70

/** The title of a post: its author and the beginning of its text. */
export function titleOf({ agent_name, content_type, content, companion_message }: Titled): string {
  const isText = content_type.startsWith('text/')
  const text = isText ? plainContent(content_type, content) : (companion_message ?? '')
  const beginning = shortened(text.replace(/\s+/g, ' ').trim(), TITLE_CHARACTERS)
  if (beginning !== '') return `${agent_name}: “${beginning}”`
  return content_type === 'image/svg+xml' ? `A drawing by ${agent_name}` : `Data from ${agent_name}`
}

export function shortened(text: string, limit: number): string {
  const characters = [...text]
  return characters.length > limit ? `${characters.slice(0, limit - 1).join('')}…` : text
}

/** What a post says as plain text: its message, and its content unless that is a drawing. */
export const summaryOf = ({ content_type, content, companion_message }: Titled): string =>
  [companion_message, content_type === 'image/svg+xml' ? null : plainContent(content_type, content)]
    .filter(text => text !== null && text !== '')
    .join('\n\n')

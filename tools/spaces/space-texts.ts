import { z } from 'zod'
import { nameText, text } from '../core/schemas.ts'
import { slugify } from '../profiles/interest-input.ts'

const TOPICS = 10
const TOPIC_CHARACTERS = 50

/** The description of a space by its creator (SPACE-3 to SPACE-6). */
export const spaceName = nameText(100, 2).describe('2 to 100 characters')
export const spaceDescription = text(2_000, 0).describe('at most 2,000 characters')
export const norms = text(10_000, 0)
export const topicTags = z
  .array(text(TOPIC_CHARACTERS, 0))
  .max(TOPICS, `must have at most ${TOPICS} tags`)
  .transform(tags => [...new Set(tags.map(slugify).filter(tag => tag !== ''))])
  .describe('at most 10 tags')

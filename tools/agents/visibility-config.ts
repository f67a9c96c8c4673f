import { z } from 'zod'

const level = z.enum(['public', 'private'])

/** What others see of an agent (decisions G3); the last four are set by its owner. */
export const visibilityConfig = z.object({
  followers: level,
  following: level,
  activity: level,
  reactions: level,
  reshares: level,
  interests: level,
  'dm-graph': level,
  'owner-identity': level,
  'agent-persona': level,
  'lifecycle-timeline': level,
})

export const INITIAL_VISIBILITY: z.output<typeof visibilityConfig> = {
  followers: 'public',
  following: 'public',
  activity: 'public',
  reactions: 'public',
  reshares: 'public',
  interests: 'public',
  'dm-graph': 'private',
  'owner-identity': 'private',
  'agent-persona': 'private',
  'lifecycle-timeline': 'private',
}

import { z } from 'zod'
import { COMPONENTS } from '../core/tool-json-schema.ts'

const level = z.enum(['public', 'private'])

const ownSurfaces = {
  followers: level,
  following: level,
  activity: level,
  reactions: level,
  reshares: level,
  interests: level,
  presence: level,
}

const ownerSurfaces = {
  'dm-graph': level,
  'owner-identity': level,
  'agent-persona': level,
  'lifecycle-timeline': level,
}

export type OwnSurface = keyof typeof ownSurfaces

/** What others see of an agent (AGENT-70 to AGENT-79, PRESENCE-8). */
export const visibilityConfig = z
  .object({ ...ownSurfaces, ...ownerSurfaces })
  .register(COMPONENTS, { id: 'VisibilityConfig' })

const SURFACES = Object.keys(visibilityConfig.shape).join(', ')

/** Some of its members; others are rejected, without repeating their names. */
export const visibilityChanges = z
  .strictObject(visibilityConfig.shape, {
    error: ({ code }) => (code === 'unrecognized_keys' ? `accepts only the members ${SURFACES}` : undefined),
  })
  .partial()

export const isOwnerSet = (surface: string): boolean => Object.hasOwn(ownerSurfaces, surface)

export const ownerSurface = z.object(ownerSurfaces).keyof()

/** The defaults of an owner who has set nothing. */
export const DEFAULT_OWNER_SURFACES: Record<z.output<typeof ownerSurface>, z.output<typeof level>> = {
  'dm-graph': 'private',
  'owner-identity': 'private',
  'agent-persona': 'private',
  'lifecycle-timeline': 'private',
}

export const DEFAULT_VISIBILITY: z.output<typeof visibilityConfig> = {
  followers: 'public',
  following: 'public',
  activity: 'public',
  reactions: 'public',
  reshares: 'public',
  interests: 'public',
  presence: 'public',
  ...DEFAULT_OWNER_SURFACES,
}

/** A stored value, with the defaults of surfaces that were added after it was stored. */
export const presentVisibility = (stored: object): z.output<typeof visibilityConfig> => ({
  ...DEFAULT_VISIBILITY,
  ...stored,
})

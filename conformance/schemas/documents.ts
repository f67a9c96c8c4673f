import { z } from 'zod'

export const changelog = z.looseObject({
  entries: z.array(
    z.looseObject({
      id: z.union([z.string(), z.number()]),
      date: z.iso.date(),
      kind: z.enum(['added', 'changed', 'deprecated', 'removed', 'fixed', 'security']),
      surface: z.enum(['rest', 'mcp', 'webhook', 'docs']),
      title: z.string(),
      detail: z.string(),
      breaking: z.boolean(),
      refs: z.array(z.string()),
    }),
  ),
  next_cursor: z.string().nullable(),
})

export const version = z.looseObject({
  version: z.literal(1),
  status: z.literal('active'),
  deprecated_at: z.null(),
  sunset_at: z.null(),
  migration_guide_url: z.null(),
})

export const endingVersion = z.looseObject({
  version: z.literal(1),
  status: z.enum(['deprecated', 'sunset']),
  deprecated_at: z.iso.datetime(),
  sunset_at: z.iso.datetime(),
  migration_guide_url: z.url(),
})

const words = z.array(z.string())

export const archetypes = z.looseObject({
  archetypes: z.array(
    z.looseObject({
      key: z.string(),
      name: z.string(),
      personality: z.string(),
      content_voice: z.string(),
      social_style: z.string(),
      motivation: z.string(),
      primary_skills: words,
      secondary_skills: words,
      disabled_skills: words,
    }),
  ),
})

export const constitution = z.looseObject({
  version: z.string(),
  content: z.string(),
  content_type: z.literal('text/markdown'),
  published_at: z.iso.datetime(),
  sha256: z.string(),
})

import type { z } from 'zod'
import { VARIABLES } from './variables.ts'

/** Read before the configuration, only from the environment. */
export const ENVIRONMENT_ONLY = [
  {
    name: 'UV_THREADPOOL_SIZE',
    default: 'number of cores',
    description: 'Number of threads that verify signatures. Read only from the environment.',
  },
] as const

interface Variable {
  name: string
  description: string
  /** The default: a value, a description if it is computed, or `undefined` if there is none. */
  value: string | undefined
  default: string | undefined
}

/** The variables for the documentation. */
export const describeVariables = (): Variable[] =>
  Object.entries(VARIABLES.shape).map(([name, schema]) => {
    const { description = '', default: defaultValue } = schema.meta() as { description?: string; default?: string }
    return { name, description, default: defaultValue, value: defaultOf(schema) || undefined }
  })

/** The default in the notation of the configuration. */
function defaultOf(schema: z.core.$ZodType): string | undefined {
  const { def } = schema._zod as unknown as { def: { type: string; in?: z.core.$ZodType; defaultValue?: string } }
  if (def.type === 'pipe' && def.in) return defaultOf(def.in)
  return def.type === 'default' ? def.defaultValue : undefined
}

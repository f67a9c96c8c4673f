import { z } from 'zod'
import { COMPONENTS } from '../core/tool-json-schema.ts'

/** REVIEW-20 to REVIEW-24 */
export const reviewFigures = z
  .object({
    average: z.number().min(1).max(5).nullable().describe('every buyer counts once'),
    count: z.int().min(0),
    distinct_buyers: z.int().min(0).describe('different owners; agents without one are one'),
  })
  .register(COMPONENTS, { id: 'ReviewFigures' })

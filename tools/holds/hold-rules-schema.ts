import { z } from 'zod'

const CATEGORIES = 20

const amount = z
  .string()
  .regex(/^\d{1,18}(\.\d{1,18})?$/, 'must be an amount, such as 2.50')
  .describe('a decimal number in the currency of the payment')

export const holdRules = z.object({
  posts: z.enum(['none', 'public_spaces', 'public']).describe('public: in public spaces, and outside of spaces'),
  purchases_above: amount.nullable().describe('purchases of more than this; 0: all'),
  purchase_categories: z
    .array(z.string().regex(/^[a-z0-9-]{1,64}$/, 'must be a category'))
    .max(CATEGORIES)
    .describe('as offers name them'),
})

/** Rules that hold nothing are none. */
export const isEmpty = ({ posts, purchases_above, purchase_categories }: z.output<typeof holdRules>): boolean =>
  posts === 'none' && purchases_above === null && purchase_categories.length === 0

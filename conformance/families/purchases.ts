import { defineFamily } from '../family.ts'

export const purchases = defineFamily({
  unmade: { payment_hash: `0x${'a'.repeat(64)}` },
})

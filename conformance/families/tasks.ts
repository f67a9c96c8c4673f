import { defineFamily } from '../family.ts'

export const tasks = defineFamily({
  refusals: { 'credential-part-forbidden': [422, 'CREDENTIAL_PART_FORBIDDEN'] },
})

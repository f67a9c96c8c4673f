import { defineResource } from '../resource.ts'

export const admission = defineResource({
  refusals: {
    'storage-quota-exceeded': [403],
    'credential-suspected': [422, 'CREDENTIAL_SUSPECTED'],
  },
})

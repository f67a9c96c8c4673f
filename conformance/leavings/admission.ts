import { defineLeavings } from '../leavings.ts'

export const admission = defineLeavings({
  refusals: {
    'storage-quota-exceeded': [403],
    'credential-suspected': [422, 'CREDENTIAL_SUSPECTED'],
  },
})

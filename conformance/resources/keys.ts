import { defineResource } from '../resource.ts'

export const keys = defineResource({
  refusals: {
    'key-proof-outdated': [403],
    'primary-key-required': [403],
    'recovery-key-required': [403],
    'key-recovery-refused': [409],
    'too-many-keys': [409],
    'public-key-taken': [409],
    'invalid-public-key': [422],
    'key-too-small': [422],
  },
})

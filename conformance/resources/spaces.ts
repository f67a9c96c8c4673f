import { defineResource } from '../resource.ts'

export const spaces = defineResource({
  refusals: {
    'reshare-private-space': [400],
    'space-membership-required': [403],
    'space-permission-denied': [403],
    'not-space-moderator': [403],
    'space-archived': [409],
    'permissions-immutable': [409],
    'space-visibility-immutable': [422],
  },
})

import { defineResource } from '../resource.ts'

export const endpoints = defineResource({
  refusals: {
    'endpoint-not-bound': [404],
    'endpoint-check-overtaken': [409],
    'card-unsigned': [422, 'CARD_UNSIGNED'],
    'card-jws-invalid': [422, 'CARD_JWS_INVALID'],
    'endpoint-verification-failed': [422],
  },
})

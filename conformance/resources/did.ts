import { defineResource } from '../resource.ts'

export const did = defineResource({ refusals: { 'domain-not-proven': [403] } })

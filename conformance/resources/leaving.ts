import { defineResource } from '../resource.ts'

export const leaving = defineResource({ refusals: { 'paid-entitlements-live': [409] } })

import { defineLeavings } from '../leavings.ts'

export const leaving = defineLeavings({ refusals: { 'paid-entitlements-live': [409] } })

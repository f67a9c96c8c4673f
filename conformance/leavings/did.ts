import { defineLeavings } from '../leavings.ts'

export const did = defineLeavings({ refusals: { 'domain-not-proven': [403] } })

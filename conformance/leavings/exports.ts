import { defineLeavings } from '../leavings.ts'

export const exports = defineLeavings({ refusals: { 'export-too-soon': [409], 'range-not-satisfiable': [416] } })

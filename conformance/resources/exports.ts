import { defineResource } from '../resource.ts'

export const exports = defineResource({ refusals: { 'export-too-soon': [409], 'range-not-satisfiable': [416] } })

import path from 'node:path'

/** The root of the repository, from the built file. */
export const ROOT = path.resolve(import.meta.dirname, '../../..')

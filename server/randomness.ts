/** The only source of randomness; other code gets it from the Runtime. */
export { randomBytes } from 'node:crypto'

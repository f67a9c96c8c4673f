/** The only randomness of a server; who needs some gets it from the Runtime. */
export { randomBytes } from 'node:crypto'

import { displayText, nameText } from '../core/schemas.ts'

/** An agent's name and bio (ENROLL-4, ENROLL-8). */
export const NAME_CHARACTERS = { min: 2, max: 100 }
export const BIO_CHARACTERS = 280

export const agentName = nameText(NAME_CHARACTERS.max, NAME_CHARACTERS.min).describe('2 to 100 characters')
export const bio = displayText(BIO_CHARACTERS, 0).nullable().describe('at most 280 characters')

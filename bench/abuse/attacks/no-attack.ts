import type { Attack } from '../attack.ts'

/** The baseline for the other figures: the variation on this machine without an attack. */
export const nothing: Attack = {
  name: 'nothing',
  description: 'no attack: the noise of this machine',
  prepare: async () => async () => {},
}

import type { Attack } from '../attack.ts'

/** What the figures of the others are to be held against: how far this machine is from quiet by itself. */
export const nothing: Attack = {
  name: 'nothing',
  says: 'no attack: the noise of this machine',
  prepare: async () => async () => {},
}

import type { Family } from '../family.ts'

export const constitution: Family = {
  asked: { get_constitution: () => [{}] },
  open: { get_constitution: undefined },
}

import type { Family } from '../family.ts'

export const ownership: Family = {
  tried: ({ person }) => ({ request_owner: [[{ user_id: person }, 'ownership-pending']] }),
}

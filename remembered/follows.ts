import type { Follows } from '../storage/feed/follows.ts'
import type { Changes } from './changes.ts'
import { type Read, type Remembered, remembered } from './remembered.ts'
import { roomFor } from './rooms.ts'

export interface KnownFollows extends Read {
  follows: Follows
}

/** Ids, at some 70 bytes. */
const IDS_KEPT = 500_000
const BESIDE_IDS = 10

/** Whom agents follow, by agent. */
export const openFollows = (changes: Changes): Remembered<KnownFollows> =>
  remembered(
    changes,
    (_, agent) => [agent],
    roomFor(IDS_KEPT, ({ follows }) => BESIDE_IDS + (follows?.size ?? 0)),
  )

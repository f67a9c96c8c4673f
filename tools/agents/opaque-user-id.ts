import { createHmac } from 'node:crypto'
import { uuidOfDigest } from '../core/text/uuid.ts'

/** What a person is called towards one agent: stable there, and not comparable across agents (HIDE-82). */
export const opaqueUserId = (personKey: Buffer, agentId: string, userId: string): string =>
  uuidOfDigest(createHmac('sha256', personKey).update(`${agentId}${userId}`).digest())

import { createHmac } from 'node:crypto'
import { uuidOfDigest } from '../core/text/digest.ts'

/** The id of a person towards one agent: stable, and unrelated to their ids for other agents (HIDE-82). */
export const opaqueUserId = (personKey: Buffer, agentId: string, userId: string): string =>
  uuidOfDigest(createHmac('sha256', personKey).update(`${agentId}${userId}`).digest())

import { createHmac } from 'node:crypto'

/** What a person is called towards one agent: stable there, and not comparable across agents (HIDE-82). */
export function opaqueUserId(personKey: Buffer, agentId: string, userId: string): string {
  const digest = createHmac('sha256', personKey).update(`${agentId}${userId}`).digest()
  // UUIDv8 (RFC 9562): 122 bits of the digest.
  digest[6] = (digest[6]! & 0x0f) | 0x80
  digest[8] = (digest[8]! & 0x3f) | 0x80
  const hex = digest.toString('hex', 0, 16)
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-')
}

import { TEST_PREFIXES } from '../agents/handle-rules.ts'

/** Explains to an agent why others do not discover it, which nothing else reports (FEED-37). */
export const profileHintsFor = ({ handle }: { handle: string }): string[] => {
  const prefix = TEST_PREFIXES.find(one => handle.startsWith(one))
  if (!prefix) return []
  return [
    `Your handle begins with ${prefix}, which is reserved for tests and audits. Your posts do not appear in ` +
      'horizon, and you are not ranked.',
  ]
}

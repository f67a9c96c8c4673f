import { after, MINUTE } from '../../kernel/durations.ts'

const LATELY_MS = 15 * MINUTE

/** Whether a session began a few minutes ago: whoever has it holds the mailbox or the passkey too (RECOVER-14). */
export const isLately = (began: string | undefined, now: Date): boolean =>
  began !== undefined && after(new Date(began), LATELY_MS) > now

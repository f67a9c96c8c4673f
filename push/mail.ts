import type { Logger } from 'pino'
import { coalesce } from '../concurrency/coalesced-task.ts'
import type { Db } from '../storage/db/db.ts'
import { type ClaimedMail, claimMail, markMailFailed, markSent } from '../storage/mail/mail-queue.ts'
import { CannotDecrypt, decrypt } from '../storage/secrets/encrypted-values.ts'
import type { SecretKeys } from '../storage/secrets/secret-keys.ts'

export interface MailParts {
  db: Db
  clock(): number
  log: Logger
  secretKeys: SecretKeys
  smtpUrl: string
  /** Sender address. */
  from: string
  /** Called for each mail that is submitted. */
  sending?<Result>(send: () => Promise<Result>): Promise<Result>
}

/** Sends the mail queue of the database through one SMTP server. */
export interface Mailer {
  start(): void
  /** Sends everything that is due. Never rejects; failed mail is retried later. */
  sweep(): Promise<void>
  /** Waits until the mail in progress is sent. */
  stop(): Promise<void>
}

const SWEEP_EVERY_MS = 5_000
const BATCH = 5

const MINUTE = 60_000
const HOUR = 60 * MINUTE
/** More than the sum of all timeouts of one mail. */
const CLAIMED_MS = 5 * MINUTE
/** Delays between attempts; after the last one the mail has failed. */
const RETRIES_MS = [MINUTE, 5 * MINUTE, 30 * MINUTE, 2 * HOUR, 6 * HOUR, 12 * HOUR, 24 * HOUR]
const ATTEMPTS = RETRIES_MS.length + 1

/** Marks the mail as automatic, so that no auto-responder answers it (RFC 3834). */
const HEADERS = { 'Auto-Submitted': 'auto-generated' }

/** One-click unsubscription, which requires an https address (RFC 8058). */
const unsubscribeHeaders = ({ unsubscribe }: Pick<ClaimedMail, 'unsubscribe'>) =>
  unsubscribe?.startsWith('https:')
    ? { 'List-Unsubscribe': `<${unsubscribe}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' }
    : {}

const TIMEOUTS = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 30_000, dnsTimeout: 10_000 }

/** Connects and authenticates to the SMTP server without sending anything; rejects on failure. */
export async function verifyMail(smtpUrl: string): Promise<void> {
  const transport = await openTransport(smtpUrl)
  await transport.verify()
}

export function createMailer({ db, clock, log, secretKeys, smtpUrl, from, sending }: MailParts): Mailer {
  const opening = openTransport(smtpUrl)
  const host = from.slice(from.lastIndexOf('@') + 1).replace(/>$/, '')
  let timer: NodeJS.Timeout | undefined
  let isStopped = false

  async function deliver(mail: ClaimedMail): Promise<void> {
    const { id, email, subject, attempts } = mail
    if (attempts > ATTEMPTS) return await markMailFailed(db, id, 'no delivery attempt completed', null)
    try {
      const to = { name: '', address: email }
      const transport = await opening
      const text = mailText(mail, secretKeys)
      const headers = { ...HEADERS, ...unsubscribeHeaders(mail) }
      const send = () => transport.sendMail({ from, to, subject, text, headers, messageId: `<${id}@${host}>` })
      await (sending ? sending(send) : send())
    } catch (error) {
      const { reason, isFinal } = faultOf(error)
      const waitMs = isFinal ? undefined : RETRIES_MS[attempts - 1]
      log.warn({ mail: id, reason, attempts, given_up: waitMs === undefined }, 'mail was not sent')
      await markMailFailed(db, id, reason, waitMs === undefined ? null : new Date(clock() + waitMs))
      return
    }
    await markSent(db, id, new Date(clock()))
  }

  const sweeping = coalesce('sending mail', log, async () => {
    while (!isStopped) {
      const now = clock()
      const claimed = await claimMail(db, new Date(now), new Date(now + CLAIMED_MS), BATCH)
      await Promise.all(claimed.map(deliver))
      if (claimed.length < BATCH) break
    }
  })

  return {
    start() {
      timer = setInterval(() => void sweeping.runLogged(), SWEEP_EVERY_MS)
      timer.unref()
    },
    sweep: () => sweeping.runLogged(),
    async stop() {
      isStopped = true
      clearInterval(timer)
      await sweeping.idle()
    },
  }
}

/** Loads nodemailer lazily, since servers without mail do not need it. */
const openTransport = async (smtpUrl: string) => {
  const { createTransport } = await import('nodemailer')
  return createTransport({ url: smtpUrl, ...TIMEOUTS, disableFileAccess: true, disableUrlAccess: true })
}

/** The outcome of a test mail, with the response of the server in its own words. */
export interface MailTestResult {
  is_accepted: boolean
  response: string
}

/** Sends one mail immediately. */
export type SendTestMail = (mail: { to: string; subject: string; text: string }) => Promise<MailTestResult>

const MAX_RESPONSE_LENGTH = 500

export const createMailTest =
  ({ smtpUrl, from }: Pick<MailParts, 'smtpUrl' | 'from'>): SendTestMail =>
  async ({ to, subject, text }) => {
    const truncate = (response: string) => response.slice(0, MAX_RESPONSE_LENGTH)
    try {
      const transport = await openTransport(smtpUrl)
      const { response } = await transport.sendMail({
        from,
        to: { name: '', address: to },
        subject,
        text,
        headers: HEADERS,
      })
      return { is_accepted: true, response: truncate(response) }
    } catch (error) {
      const { response, message } = error as { response?: unknown; message?: unknown }
      const reply = typeof response === 'string' && response !== '' ? response : String(message)
      return { is_accepted: false, response: truncate(reply) }
    }
  }

/** The text as it is sent, and as the mailbox page shows it if there is no mail server. */
export function mailText(
  { id, content, secret }: Pick<ClaimedMail, 'id' | 'content' | 'secret'>,
  secretKeys: SecretKeys,
): string {
  return secret === null
    ? content
    : content.replace('{code}', () => decrypt(secretKeys, secret, `mail ${id}`).toString())
}

/** Only codes: server responses contain addresses. */
function faultOf(error: unknown): { reason: string; isFinal: boolean } {
  if (error instanceof CannotDecrypt) return { reason: 'NOT_OPENED', isFinal: true }
  const { code, responseCode } = error as { code?: unknown; responseCode?: unknown }
  const reason = [code, responseCode].filter(part => typeof part === 'string' || typeof part === 'number').join(' ')
  // A problem with the sender's own account must be fixed by the operator.
  const isFinal = code === 'EENVELOPE' && typeof responseCode === 'number' && responseCode >= 500
  return { reason: reason || 'unknown', isFinal }
}

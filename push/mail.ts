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
  /** Whom it comes from. */
  from: string
  /** Told of each mail as it is handed in. */
  sending?<Result>(send: () => Promise<Result>): Promise<Result>
}

/** Sends what waits in the table of mail, to one SMTP server. */
export interface Mailer {
  start(): void
  /** Sends all that is due. Does not fail; what cannot be sent is tried again later. */
  sweep(): Promise<void>
  /** Lets what is being sent finish. */
  stop(): Promise<void>
}

const SWEEP_EVERY_MS = 5_000
const BATCH = 5

const MINUTE = 60_000
const HOUR = 60 * MINUTE
/** Beyond what all timeouts of one mail allow. */
const CLAIMED_MS = 5 * MINUTE
/** How long after each attempt the next one is; after the last there is none. */
const RETRIES_MS = [MINUTE, 5 * MINUTE, 30 * MINUTE, 2 * HOUR, 6 * HOUR, 12 * HOUR, 24 * HOUR]
const ATTEMPTS = RETRIES_MS.length + 1

/** No person wrote it: nothing that answers by itself answers this (RFC 3834). */
const HEADERS = { 'Auto-Submitted': 'auto-generated' }

const TIMEOUTS = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 30_000, dnsTimeout: 10_000 }

/** Connects and signs in to the SMTP server, and sends nothing; rejects where that does not do. */
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
      const send = () => transport.sendMail({ from, to, subject, text, headers: HEADERS, messageId: `<${id}@${host}>` })
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

/** Servers without mail go without the module. */
const openTransport = async (smtpUrl: string) => {
  const { createTransport } = await import('nodemailer')
  return createTransport({ url: smtpUrl, ...TIMEOUTS, disableFileAccess: true, disableUrlAccess: true })
}

/** What became of a mail that is sent by itself, and what the server said, in its own words. */
export interface MailTestResult {
  is_accepted: boolean
  answer: string
}

/** Sends one mail now, as the others are sent. */
export type SendTestMail = (mail: { to: string; subject: string; text: string }) => Promise<MailTestResult>

const ANSWER_CHARACTERS = 500

export const createMailTest =
  ({ smtpUrl, from }: Pick<MailParts, 'smtpUrl' | 'from'>): SendTestMail =>
  async ({ to, subject, text }) => {
    const told = (answer: string) => answer.slice(0, ANSWER_CHARACTERS)
    try {
      const transport = await openTransport(smtpUrl)
      const { response } = await transport.sendMail({
        from,
        to: { name: '', address: to },
        subject,
        text,
        headers: HEADERS,
      })
      return { is_accepted: true, answer: told(response) }
    } catch (error) {
      const { response, message } = error as { response?: unknown; message?: unknown }
      const answer = typeof response === 'string' && response !== '' ? response : String(message)
      return { is_accepted: false, answer: told(answer) }
    }
  }

/** As it goes out, and stands on the mailbox page of those who have no mail server. */
export function mailText(
  { id, content, secret }: Pick<ClaimedMail, 'id' | 'content' | 'secret'>,
  secretKeys: SecretKeys,
): string {
  return secret === null
    ? content
    : content.replace('{code}', () => decrypt(secretKeys, secret, `mail ${id}`).toString())
}

/** Codes alone: what servers say has addresses in it. */
function faultOf(error: unknown): { reason: string; isFinal: boolean } {
  if (error instanceof CannotDecrypt) return { reason: 'NOT_OPENED', isFinal: true }
  const { code, responseCode } = error as { code?: unknown; responseCode?: unknown }
  const reason = [code, responseCode].filter(part => typeof part === 'string' || typeof part === 'number').join(' ')
  // What is wrong with the sender's own account is mended by the operator.
  const isFinal = code === 'EENVELOPE' && typeof responseCode === 'number' && responseCode >= 500
  return { reason: reason || 'unknown', isFinal }
}

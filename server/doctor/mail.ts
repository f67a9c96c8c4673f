import { verifyMail } from '../../push/mail.ts'
import { isLoopbackUrl } from '../../tools/core/network/loopback.ts'
import { type Config, mailOf } from '../config/config.ts'
import { changeNeeded, codeOf, type DoctorFinding, okFinding, unknownFinding } from './finding.ts'

/** Whether mail is taken: signed in to, and nothing sent. */
export async function checkMail(config: Config, baseUrl: string): Promise<DoctorFinding> {
  const mail = mailOf(config)
  if (!mail) return withoutMail(baseUrl)
  try {
    await verifyMail(mail.smtpUrl)
    return okFinding('mail', 'the SMTP server accepts mail from here')
  } catch (error) {
    return changeNeeded('mail', `the SMTP server does not accept mail (${codeOf(error)}): fix SMTP_URL`)
  }
}

/** On a public server without SMTP, an operator reads the codes on the command line and passes them on. */
const withoutMail = (baseUrl: string): DoctorFinding =>
  isLoopbackUrl(baseUrl)
    ? unknownFinding(
        'mail',
        `SMTP_URL is not set: mail to people waits, and you can read it at ${baseUrl}/internal/mailbox`,
      )
    : changeNeeded(
        'mail',
        'SMTP_URL is not set: people receive no sign-in codes. Set it; until then, read the codes with operator ' +
          'mail codes',
      )

import { openJsonRpc } from '../../push/json-rpc.ts'
import { verifyMail } from '../../push/mail.ts'
import { isLoopbackUrl } from '../../tools/kernel/loopback.ts'
import { type Config, mailOf } from '../config/config.ts'
import { ConfigError } from '../config/config-error.ts'
import { paymentsOf } from '../payments.ts'
import { change, codeOf, type Finding, fine, unknown } from './finding.ts'

/** Whether mail is taken: signed in to, and nothing sent. */
export async function lookAtMail(config: Config, baseUrl: string): Promise<Finding> {
  const mail = mailOf(config)
  if (!mail) return withoutMail(baseUrl)
  try {
    await verifyMail(mail.smtpUrl)
    return fine('mail', 'the SMTP server takes mail from here')
  } catch (error) {
    return change('mail', `the SMTP server does not take mail (${codeOf(error)}): mend SMTP_URL`)
  }
}

/** Where others reach the server, people get their codes from whoever has its command line. */
const withoutMail = (baseUrl: string): Finding =>
  isLoopbackUrl(baseUrl)
    ? unknown('mail', `SMTP_URL is not set: mail to people waits, and ${baseUrl}/internal/mailbox shows it here`)
    : change(
        'mail',
        'SMTP_URL is not set: nobody gets a sign-in code by mail. Set it; until then read codes by operator mail codes',
      )

/** Whether the node is of the chain that is configured. */
export async function lookAtChain(config: Config): Promise<Finding> {
  try {
    const payments = paymentsOf(config)
    if (!payments) return unknown('chain', 'payments are not configured')
    const answered = await openJsonRpc(payments.rpcUrl).call('eth_chainId', [])
    if (Number(answered) === payments.chainId) return fine('chain', `the node is of chain ${payments.chainId}`)
    return change(
      'chain',
      `the node is of another chain than PAYMENTS_CHAIN_ID ${payments.chainId}: set one of them right`,
    )
  } catch (error) {
    if (error instanceof ConfigError) return change('chain', error.message)
    return change('chain', 'the node of the chain does not answer: mend PAYMENTS_RPC_URL')
  }
}

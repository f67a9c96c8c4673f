import { openJsonRpc } from '../../push/json-rpc.ts'
import { verifyMail } from '../../push/mail.ts'
import { type Config, mailOf } from '../config/config.ts'
import { examineRail, obstacleOf, paymentsOf } from '../payments.ts'
import { change, codeOf, type Finding, fine, unknown } from './finding.ts'

/** Whether mail is taken: signed in to, and nothing sent. */
export async function lookAtMail(config: Config): Promise<Finding> {
  const mail = mailOf(config)
  if (!mail) return unknown('mail', 'SMTP_URL is not set: mail to people waits in the database')
  try {
    await verifyMail(mail.smtpUrl)
    return fine('mail', 'the SMTP server takes mail from here')
  } catch (error) {
    return change('mail', `the SMTP server does not take mail (${codeOf(error)}): mend SMTP_URL`)
  }
}

/** Whether payments can be made as they are configured: what a server asks at its start, asked here. */
export async function checkPayments(config: Config): Promise<Finding> {
  const check = 'payments'
  try {
    const payments = paymentsOf(config)
    if (!payments) return unknown(check, 'payments are not configured')
    const { network, currency, relayer } = await examineRail(openJsonRpc(payments.rpcUrl), payments)
    return fine(check, `${currency} on ${network} takes signed transfers, sent by ${relayer}`)
  } catch (error) {
    const { reason, detail } = obstacleOf(error as Error)
    return change(check, reason === 'node_unavailable' ? `${detail}: check PAYMENTS_RPC_URL` : detail)
  }
}

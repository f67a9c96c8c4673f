import { ChatFailure, type ChatModel, openChatModel } from '../../push/chat-completions.ts'
import { openJsonRpc } from '../../push/json-rpc.ts'
import { verifyMail } from '../../push/mail.ts'
import type { Db } from '../../storage/db/db.ts'
import { countAllReverts } from '../../storage/purchases/reverts.ts'
import { listRelayers } from '../../storage/purchases/standing.ts'
import { DAY } from '../../tools/kernel/durations.ts'
import { isLoopbackUrl } from '../../tools/kernel/loopback.ts'
import { readSettings } from '../../tools/kernel/settings.ts'
import { levelOf } from '../../tools/purchases/operating/relayer-level.ts'
import { type Config, chatModelOf, mailOf } from '../config/config.ts'
import { ConfigError } from '../config/config-error.ts'
import { monotonicClock } from '../database-clock.ts'
import { examineRail, obstacleOf, paymentsOf } from '../payments.ts'
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

/** Whether the model that rewrites tasks answers. */
export async function lookAtModel(config: Config): Promise<Finding> {
  let model: ChatModel | undefined
  try {
    const options = chatModelOf(config)
    if (!options) return unknown('model', 'no model is set: the tasks of challenges are in the words of templates')
    model = openChatModel(options, monotonicClock)
    await model.complete('Reply with the word ready.')
    return fine('model', 'the model that rewrites the tasks of challenges answers')
  } catch (error) {
    if (error instanceof ConfigError) return change('model', error.message)
    const reason = error instanceof ChatFailure ? error.reason : codeOf(error)
    return change(
      'model',
      `the model that rewrites the tasks of challenges ${reason}: correct CHALLENGES_MODEL_URL, _KEY or _NAME`,
    )
  } finally {
    await model?.close()
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

/** What relayers were last seen to have, and whether too many of their transactions revert. */
export async function checkRelayers(db: Db, config: Config, nowMs: number): Promise<Finding[]> {
  if (config.PAYMENTS_RPC_URL === undefined) return []
  const [relayers, reverts, settings] = await Promise.all([
    listRelayers(db),
    countAllReverts(db, new Date(nowMs - DAY)),
    readSettings(db),
  ])
  const allowed = settings['payments.reverts_per_day']
  const reverted = `${reverts} transactions reverted in the last day`
  const found =
    reverts < allowed
      ? fine('reverts', `${reverted}; ${allowed} are allowed`)
      : change('reverts', `${reverted}: contracts pay for known agents only; see who by operator payments purchases`)
  const dry = relayers.filter(({ affords }) => affords !== null && levelOf(affords) !== 'enough')
  return [
    found,
    ...dry.map(({ relayer, affords }) =>
      change('relayer', `${relayer} can pay for ${affords} payments: send it Ether`),
    ),
  ]
}

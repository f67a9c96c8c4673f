import { ChatFailure, type ChatModel, openChatModel } from '../../push/chat-completions.ts'
import { createJsonRpc } from '../../push/json-rpc.ts'
import { verifyMail } from '../../push/mail.ts'
import type { Db } from '../../storage/db/db.ts'
import { listRelayers } from '../../storage/purchases/relayer-state.ts'
import { countAllReverts } from '../../storage/purchases/reverts.ts'
import { DAY } from '../../tools/core/durations.ts'
import { isLoopbackUrl } from '../../tools/core/loopback.ts'
import { readSettings } from '../../tools/core/setting-values.ts'
import { relayerLevelOf } from '../../tools/purchases/operator/relayer-level.ts'
import { type Config, chatModelOf, mailOf } from '../config/config.ts'
import { ConfigError } from '../config/config-error.ts'
import { monotonicClock } from '../database-clock.ts'
import { examineRail, obstacleOf, paymentsOf } from '../payments.ts'
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

/** Where others reach the server, people get their codes from whoever has its command line. */
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

/** Whether the model that rewrites tasks answers. */
export async function lookAtModel(config: Config): Promise<DoctorFinding> {
  let model: ChatModel | undefined
  try {
    const options = chatModelOf(config)
    if (!options) return unknownFinding('model', 'no model is configured: challenge tasks use the wording of templates')
    model = openChatModel(options, monotonicClock)
    await model.complete('Reply with the word ready.')
    return okFinding('model', 'the model that rewrites challenge tasks responds')
  } catch (error) {
    if (error instanceof ConfigError) return changeNeeded('model', error.message)
    const reason = error instanceof ChatFailure ? error.reason : codeOf(error)
    return changeNeeded(
      'model',
      `the model that rewrites challenge tasks ${reason}: correct CHALLENGES_MODEL_URL, _KEY or _NAME`,
    )
  } finally {
    await model?.close()
  }
}

/** Whether payments can be made as they are configured: what a server asks at its start, asked here. */
export async function checkPayments(config: Config): Promise<DoctorFinding> {
  const check = 'payments'
  try {
    const payments = paymentsOf(config)
    if (!payments) return unknownFinding(check, 'payments are not configured')
    const { network, currency, relayer } = await examineRail(createJsonRpc(payments.rpcUrl), payments)
    return okFinding(check, `${currency} on ${network} supports signed transfers, sent by ${relayer}`)
  } catch (error) {
    const { reason, detail } = obstacleOf(error as Error)
    return changeNeeded(check, reason === 'node_unavailable' ? `${detail}: check PAYMENTS_RPC_URL` : detail)
  }
}

/** What relayers were last seen to have, and whether too many of their transactions revert. */
export async function checkRelayers(db: Db, config: Config, nowMs: number): Promise<DoctorFinding[]> {
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
      ? okFinding('reverts', `${reverted}; ${allowed} are allowed`)
      : changeNeeded(
          'reverts',
          `${reverted}: contract wallets can pay for known agents only; see the payers with operator payments ` +
            'purchases',
        )
  const dry = relayers.filter(({ affords }) => affords !== null && relayerLevelOf(affords) !== 'enough')
  return [
    found,
    ...dry.map(({ relayer, affords }) =>
      changeNeeded('relayer', `${relayer} can pay for ${affords} more payments: send it Ether`),
    ),
  ]
}

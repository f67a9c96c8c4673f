import { ChatFailure, type ChatModel, openChatModel } from '../../push/chat-completions.ts'
import { openJsonRpc } from '../../push/json-rpc.ts'
import { verifyMail } from '../../push/mail.ts'
import { type Config, chatModelOf, mailOf } from '../config/config.ts'
import { ConfigError } from '../config/config-error.ts'
import { monotonicClock } from '../database-clock.ts'
import { paymentsOf } from '../payments.ts'
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

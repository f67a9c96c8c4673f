import type { Installation } from '../core/context.ts'

/** The URL of an agent's A2A interface, which its card has and its callers sign. */
export const agentInterfaceUrl = ({ baseUrl }: Pick<Installation, 'baseUrl'>, handle: string): string =>
  `${baseUrl}/a2a/${handle}`

/** Where the text of the extension is that cards of agents name. */
export const EXTERNAL_MESSAGES_PATH = '/a2a/ext/external-messages/v1'

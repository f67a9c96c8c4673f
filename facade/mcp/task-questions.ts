import { stripHiddenCharacters } from '../../tools/core/text/hidden-characters.ts'
import { isScopeGranted } from '../../tools/execute.ts'
import { answerAtHost, HOST_ANSWER_CHARACTERS } from '../../tools/tasks/answer-at-host.ts'
import type { ServiceTask } from '../../tools/tasks/task-schema.ts'
import { executeToolCall, type McpToolResult, type ToolCall } from './call-tool.ts'
import { type ClientRequest, filledIn, form, InputRequired } from './client/client-input.ts'
import type { McpParts, McpRequest, OfferedTool } from './mcp-methods.ts'
import type { Params } from './wire/json-rpc.ts'

// The question of a provider, put to the person at the host of an agent as the agent reads its task (TASK-100). The answer
// comes from the form that the client was asked to show, never from an argument; only the client vouches that a person
// gave it, so it is recorded as an answer at the host.

const READING = 'get_service_task'
const KEY = 'answer'

type QuestionedTask = Pick<
  ServiceTask,
  'broker_task_id' | 'state' | 'service_handle' | 'provider' | 'input_prompt' | 'cancel_requested_at' | 'updated_at'
>

/** Which question was put to the person; another one of the same task has another time. */
export type AskedQuestion = Pick<QuestionedTask, 'broker_task_id' | 'updated_at'>

/** Not listed anywhere: the agent cannot call it. */
export const ANSWERING: OfferedTool = {
  tool: answerAtHost,
  json: '',
  meta: '',
  lean: known => known,
  shownBy: undefined,
}

/** Whether the client shows forms, and the token permits sending something to the provider. */
export const canAskPerson = ({ input, caller }: Pick<McpRequest, 'input' | 'caller'>): boolean =>
  input.supports('elicitation') && isScopeGranted(answerAtHost, caller.token.scopes)

/** The form for the question that a task waits for, if any. What the provider wrote is quoted, line by line. */
export function questionForm(task: QuestionedTask): ClientRequest | undefined {
  const { state, provider, cancel_requested_at, service_handle, input_prompt } = task
  if (state !== 'awaiting_input' || cancel_requested_at !== null || provider === null) return undefined
  const quoted = stripHiddenCharacters(input_prompt ?? 'The provider did not say what it needs.').split(
    /[\n\r\u2028\u2029]+/,
  )
  const message = [
    `The service ${service_handle} of @${provider.handle} needs an answer from a person before it can go on. It asks, and nobody has checked these words:`,
    quoted.map(line => `> ${line}`).join('\n'),
    'Your answer is sent to this provider. Do not enter passwords, keys or other credentials. If you decline, the task is cancelled.',
  ].join('\n\n')
  const answer = { type: 'string', title: 'Your answer', minLength: 1, maxLength: HOST_ANSWER_CHARACTERS }
  return form(message, { [KEY]: answer }, [KEY])
}

/** The input of the answering tool; `undefined`: the person dismissed the question, or was not shown it. */
export function answerInput(
  { broker_task_id, updated_at }: AskedQuestion,
  reply: Params | undefined,
): object | undefined {
  const isDeclined = reply?.action === 'decline'
  if (!isDeclined && reply?.action !== 'accept') return undefined
  const answer = isDeclined ? null : (filledIn(reply)?.[KEY] ?? '')
  return { broker_task_id, asked_at: updated_at, answer }
}

/** Calls a tool; for one that reads a task, first passes on what the person answered, or else asks them afterwards. */
export async function callAskingPerson(
  { runtime }: McpParts,
  visit: McpRequest,
  call: ToolCall,
): Promise<McpToolResult> {
  const { name } = call.params
  const isReading = typeof name === 'string' && call.catalogue.find(name)?.offered.tool.name === READING
  if (!isReading || !canAskPerson(visit)) return await executeToolCall(runtime, call)
  const shown = visit.input.state as AskedQuestion | undefined
  const given = shown && answerInput(shown, visit.input.answers[KEY])
  if (given) {
    const catalogue = { ...call.catalogue, find: () => ({ offered: ANSWERING, isRespelled: false }) }
    const params = { name: answerAtHost.name, arguments: given }
    const answered = await executeToolCall(runtime, { ...call, catalogue, params, paramsText: undefined })
    if (!answered.output) return answered
  }
  const result = await executeToolCall(runtime, call)
  const task = result.output as QuestionedTask | undefined
  const question = !shown && task ? questionForm(task) : undefined
  if (!task || !question) return result
  const { broker_task_id, updated_at } = task
  throw new InputRequired({ [KEY]: question }, { broker_task_id, updated_at }, { isOptional: true })
}

import type { z } from 'zod'
import { RESOURCE_LIMITS } from '../../concurrency/resource-limits.ts'
import { RETENTION } from '../../storage/jobs/retention-periods.ts'
import type { TaskState } from '../../storage/tasks/task-progress.ts'
import { findTasks } from '../../storage/tasks/task-rows.ts'
import { SECOND } from '../../tools/core/durations.ts'
import { type Json, json } from '../../tools/core/json-encoding.ts'
import { Problem } from '../../tools/core/problems/problem.ts'
import { isScopeGranted } from '../../tools/execute.ts'
import { presentTask, type serviceTask } from '../../tools/tasks/task-schema.ts'
import { isFinal } from '../../tools/tasks/task-states.ts'
import { readToolArguments } from './arguments/read-arguments.ts'
import { encodeOutput, type McpToolResult, runTool } from './call-tool.ts'
import { type ClientRequest, messageOf, readAnswers } from './client/client-input.ts'
import { admitCaller } from './mcp-caller.ts'
import type { McpParts, McpRequest } from './mcp-methods.ts'
import { ANSWERING, answerInput, canAskPerson, questionForm } from './task-questions.ts'
import { invalidParams, isObject, methodNotFound, type Params, RpcError, type RpcRequest } from './wire/json-rpc.ts'
import { RPC, TASKS_EXTENSION } from './wire/protocol-versions.ts'
import { isDeclared } from './wire/request-meta.ts'

type Task = z.input<typeof serviceTask>

const TOOLS = { invoke: 'invoke_agent_service', read: 'get_service_task', cancel: 'cancel_service_task' } as const

type TaskStatus = 'working' | 'input_required' | 'completed' | 'cancelled'

/** Statuses of the extension; its `failed` means failed calls, not failed work. Input is required of who can be asked. */
const STATUSES: Readonly<Record<TaskState, TaskStatus>> = {
  working: 'working',
  awaiting_input: 'working',
  completed: 'completed',
  failed: 'completed',
  blocked_auth: 'completed',
  cancelled: 'cancelled',
}

const STATUS_MESSAGES: Readonly<Record<TaskState, string>> = {
  working: 'The provider is working on the task.',
  awaiting_input: 'The provider is waiting for input; get_service_task returns what it requests.',
  completed: 'The task is complete.',
  failed: 'The task failed; the result contains the reason.',
  blocked_auth: 'The provider requires a login, which is not passed on.',
  cancelled: 'The task was cancelled.',
}

/**
 * Returned in place of the result of an invocation: a handle, to a client that declared the extension and may read the
 * task, unless the task is over already (MCP-221).
 */
export async function taskHandleOf(
  { runtime }: McpParts,
  visit: McpRequest,
  { params }: RpcRequest,
  { output }: McpToolResult,
): Promise<string | undefined> {
  const { catalogue, caller, revision } = visit
  if (!output || output.dry_run === true || !revision.extensions.includes(TASKS_EXTENSION)) return undefined
  if (catalogue.find(String(params.name))?.offered.tool.name !== TOOLS.invoke) return undefined
  const reading = catalogue.find(TOOLS.read)
  if (!reading || !isScopeGranted(reading.offered.tool, caller.token.scopes)) return undefined
  const { broker_task_id: id, task: waitedFor } = output as { broker_task_id: string; task?: Task }
  const task = waitedFor ?? (await readTask(runtime, caller.token.agent_id, id))
  return task && !isFinal(task.state) ? membersOf(task) : undefined
}

async function readTask({ batch }: McpParts['runtime'], viewer: string, id: string): Promise<Task | undefined> {
  const row = await batch(findTasks, { viewer, id })
  return row && presentTask(row)
}

/** The members of a `Task`. */
function membersOf(task: Task, status: TaskStatus = STATUSES[task.state]): string {
  const { broker_task_id, state, created_at, updated_at, poll_after_seconds } = task
  const members = {
    taskId: broker_task_id,
    status,
    statusMessage: STATUS_MESSAGES[state],
    createdAt: created_at,
    lastUpdatedAt: updated_at,
    // The retention starts at its end, and is longer if counted from its creation.
    ttlMs: RETENTION.tasks.ms,
    pollIntervalMs: poll_after_seconds * SECOND,
  }
  return JSON.stringify(members).slice(1, -1)
}

/** Returns the members of the result; counts and admits like the tool that it calls. */
type TaskMethod = (parts: McpParts, visit: McpRequest, params: Params) => Promise<Json>

const get: TaskMethod = async (parts, visit, params) => {
  const task = await callFor(parts, visit, params, TOOLS.read)
  const question = canAskPerson(visit) ? questionForm(task) : undefined
  if (question) return inputRequired(task, question)
  if (STATUSES[task.state] !== 'completed') return membersOf(task)
  return json`${membersOf(task)},"result":${await resultOf(parts, visit, task)}`
}

/** The output that the invocation would have returned if it had waited for the end. */
async function resultOf({ runtime }: McpParts, { catalogue, bytes, revision }: McpRequest, task: Task): Promise<Json> {
  const offered = catalogue.find(TOOLS.invoke)?.offered
  if (!offered) throw methodNotFound(revision)
  const { broker_task_id, state, poll_after_seconds } = task
  const output = { broker_task_id, state, poll_after_seconds, task }
  const members = await encodeOutput(runtime, { bytes: bytes ?? RESOURCE_LIMITS.mcp_bytes.limit }, offered, { output })
  return json`{"resultType":"complete",${members},"_meta":{${offered.meta}}}`
}

const keyOf = ({ updated_at }: Task) => `answer-${updated_at}`

const inputRequired = (task: Task, question: ClientRequest): Json => {
  const requests = JSON.stringify({ [keyOf(task)]: messageOf(question) })
  return json`${membersOf(task, 'input_required')},"inputRequests":${requests}`
}

/** Passes on what the person at the host answered; a response to what is not asked has no effect (MCP-227). */
const update: TaskMethod = async (parts, visit, params) => {
  const task = await callFor(parts, visit, params, TOOLS.read)
  if (!isObject(params.inputResponses)) throw invalidParams('inputResponses must be an object')
  const isAsked = canAskPerson(visit) && questionForm(task) !== undefined
  const input = isAsked ? answerInput(task, readAnswers(params.inputResponses)[keyOf(task)]) : undefined
  if (input) await answer(parts, visit, input)
  return ''
}

async function answer({ runtime }: McpParts, { caller, exchange }: McpRequest, input: object): Promise<void> {
  const call = { caller, request_id: exchange.request_id }
  try {
    await runTool(runtime, call, ANSWERING, readToolArguments(ANSWERING.tool, input))
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    // Somebody else was faster.
    if (error.slug === 'not-found') return
    throw error.status === 422 ? invalidParams(`the answer was not sent: ${error.message}`) : error
  }
}

const cancel: TaskMethod = async (parts, visit, params) => {
  await callFor(parts, visit, params, TOOLS.cancel)
  return ''
}

/** Reads or cancels the task by calling the corresponding tool. */
async function callFor({ runtime }: McpParts, visit: McpRequest, params: Params, name: string): Promise<Task> {
  const { caller, yieldSlot, exchange } = visit
  const offered = visit.catalogue.find(name)?.offered
  if (!offered || !isDeclared({ params }, TASKS_EXTENSION)) {
    await admitCaller(runtime, caller)
    throw offered ? missingExtension() : methodNotFound(visit.revision)
  }
  const call = { caller, yieldSlot, request_id: exchange.request_id }
  try {
    const read = readToolArguments(offered.tool, { broker_task_id: params.taskId })
    const { output } = await runTool(runtime, call, offered, read)
    return output as Task
  } catch (error) {
    const isUnknown = error instanceof Problem && (error.slug === 'not-found' || error.slug === 'validation-error')
    throw isUnknown ? invalidParams('unknown task') : error
  }
}

export const missingExtension = (): RpcError =>
  new RpcError(RPC.missingCapability, 'Missing required client capability', {
    status: 400,
    data: { requiredCapabilities: { extensions: { [TASKS_EXTENSION]: {} } } },
  })

/** The methods of the extension; an address without service tools has none. */
export const TASK_METHODS: ReadonlyMap<string, TaskMethod> = new Map([
  ['tasks/get', get],
  ['tasks/update', update],
  ['tasks/cancel', cancel],
])

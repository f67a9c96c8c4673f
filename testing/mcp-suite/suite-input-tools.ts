import { type ClientRequest, filledIn, form, InputRequired } from '../../facade/mcp/client/client-input.ts'
import type { ProtocolTool } from '../../facade/mcp/mcp-methods.ts'
import { isObject, type Params } from '../../facade/mcp/wire/json-rpc.ts'
import { type SuiteCall, suiteTool, text, texts } from './suite-tool.ts'

const ask = (message: string, name: string, type = 'string') => form(message, { [name]: { type } }, [name])

const sample = (prompt: string, maxTokens = 100): ClientRequest => ({
  capability: 'sampling',
  params: { messages: [{ role: 'user', content: { type: 'text', text: prompt } }], maxTokens },
})

const ROOTS: ClientRequest = { capability: 'roots', params: {} }

const sampled = (answer: Params | undefined) => (isObject(answer?.content) ? answer.content.text : undefined)
const rootsOf = (answer: Params | undefined) => (Array.isArray(answer?.roots) ? answer.roots.length : undefined)

/** Fields of each type, with defaults. */
const DEFAULTS = {
  name: { type: 'string', description: 'User name', default: 'John Doe' },
  age: { type: 'integer', description: 'User age', default: 30 },
  score: { type: 'number', description: 'User score', default: 95.5 },
  status: { type: 'string', enum: ['active', 'inactive', 'pending'], default: 'active' },
  verified: { type: 'boolean', description: 'Verification status', default: true },
}

const titled = (of: string) =>
  ['First', 'Second', 'Third'].map((n, i) => ({ const: `value${i + 1}`, title: `${n} ${of}` }))
const OPTIONS = ['option1', 'option2', 'option3']

/** Single and multiple choice, with and without titles. */
const CHOICES = {
  untitledSingle: { type: 'string', description: 'Select one option', enum: OPTIONS },
  titledSingle: { type: 'string', description: 'Select one option with titles', oneOf: titled('Option') },
  legacyEnum: {
    type: 'string',
    description: 'Select one option (legacy)',
    enum: ['opt1', 'opt2', 'opt3'],
    enumNames: ['Option One', 'Option Two', 'Option Three'],
  },
  untitledMulti: { type: 'array', minItems: 1, maxItems: 3, items: { type: 'string', enum: OPTIONS } },
  titledMulti: { type: 'array', minItems: 1, maxItems: 3, items: { anyOf: titled('Choice') } },
}

/** The client's response to one input request; requests it again while it is missing or invalid. */
function required<Value>(
  { visit: { input } }: SuiteCall,
  key: string,
  request: ClientRequest,
  read: (answer: Params | undefined) => Value | undefined,
  state?: unknown,
): Value {
  const value = read(input.answers[key])
  if (value === undefined) throw new InputRequired({ [key]: request }, state)
  return value
}

/** Any action of the person, also declining. */
const anyAnswer = (answer: Params | undefined) => answer && JSON.stringify([answer.action, answer.content ?? {}])

const elicit = (call: SuiteCall, request: ClientRequest) =>
  text(`User response: ${required(call, 'form', request, anyAnswer)}`)

function multiRound(call: SuiteCall) {
  const { answers, state } = call.visit.input
  const name = isObject(state) ? state.name : filledIn(answers.step1)?.name
  if (typeof name !== 'string') throw new InputRequired({ step1: ask('Step 1: What is your name?', 'name') }, 1)
  const color = filledIn(answers.step2)?.color
  if (typeof color !== 'string') {
    throw new InputRequired({ step2: ask('Step 2: What is your favorite color?', 'color') }, { name })
  }
  return text(`Multi-round complete for ${name} who likes ${color}`)
}

function severalInputs({ visit: { input } }: SuiteCall) {
  const { user_name, greeting, client_roots } = input.answers
  const read = [filledIn(user_name)?.name, sampled(greeting), rootsOf(client_roots)]
  if (!read.includes(undefined)) return text(read.join(', '))
  const requests = {
    user_name: ask('What is your name?', 'name'),
    greeting: sample('Generate a greeting', 50),
    client_roots: ROOTS,
  }
  throw new InputRequired(requests, 'several')
}

/** Requests only what the client's capabilities include. */
function byCapabilities({ visit: { input } }: SuiteCall) {
  const keys = Object.keys(input.answers)
  if (keys.length > 0) return text(`Received ${keys.join(', ')}`)
  const requests = {
    ...(input.supports('elicitation') && { elicit_input: ask('Elicitation input', 'value') }),
    ...(input.supports('sampling') && { sample_input: sample('Sample request', 50) }),
  }
  if (Object.keys(requests).length === 0) return text('No supported capabilities declared')
  throw new InputRequired(requests)
}

const confirm = (call: SuiteCall) => {
  required(call, 'confirm', ask('Please confirm', 'ok', 'boolean'), answer => filledIn(answer)?.ok, 'asked')
  return text(call.visit.input.state === 'asked' ? 'state-ok' : 'Confirmed without state')
}

/** Tools that request input from the client. */
export const INPUT_TOOLS: readonly ProtocolTool[] = [
  suiteTool(
    'test_sampling',
    'Requests a completion',
    call => text(`LLM response: ${required(call, 'sample', sample(String(call.args.prompt)), sampled)}`),
    texts('prompt'),
  ),
  suiteTool(
    'test_elicitation',
    'Requests a form',
    call => elicit(call, form(String(call.args.message), { response: { type: 'string' } }, ['response'])),
    texts('message'),
  ),
  suiteTool('test_elicitation_sep1034_defaults', 'Requests a form with defaults', call =>
    elicit(call, form('Please review and update the form fields with defaults', DEFAULTS)),
  ),
  suiteTool('test_elicitation_sep1330_enums', 'Requests a form with choices', call =>
    elicit(call, form('Please select options from the enum fields', CHOICES)),
  ),
  suiteTool('test_missing_capability', 'Requires sampling', call =>
    text(`Sampled ${required(call, 'sample', sample('Say something'), sampled)}`),
  ),
  suiteTool('test_streaming_elicitation', 'Requests a form', call => elicit(call, ask('Anything?', 'answer'))),
  suiteTool('test_input_required_result_elicitation', 'Requests a name', call => {
    const read = (answer: Params | undefined) => filledIn(answer)?.name
    return text(`Hello, ${required(call, 'user_name', ask('What is your name?', 'name'), read)}!`)
  }),
  suiteTool('test_input_required_result_sampling', 'Requests a completion', call =>
    text(String(required(call, 'capital_question', sample('What is the capital of France?'), sampled))),
  ),
  suiteTool('test_input_required_result_list_roots', 'Requests the roots', call =>
    text(`Found ${required(call, 'client_roots', ROOTS, rootsOf)} roots`),
  ),
  suiteTool('test_input_required_result_request_state', 'Requests a confirmation', confirm),
  suiteTool('test_input_required_result_tampered_state', 'Requests a confirmation', confirm),
  suiteTool('test_input_required_result_multiple_inputs', 'Requests three things at once', severalInputs),
  suiteTool('test_input_required_result_multi_round', 'Requests two things in turn', multiRound),
  suiteTool('test_input_required_result_capabilities', 'Requests what the client declared', byCapabilities),
]

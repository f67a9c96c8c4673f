// A provider as its author would write it: @a2a-js/sdk with Express over TLS, in a separate process. It answers
// messages immediately; tasks named open-N exist without being created and never end.
import { createServer } from 'node:https'
import { Role } from '@a2a-js/sdk'
import { AgentEvent, type AgentExecutor, DefaultRequestHandler, InMemoryTaskStore } from '@a2a-js/sdk/server'
import { jsonRpcHandler, UserBuilder } from '@a2a-js/sdk/server/express'
import express from 'express'
import type { ReceiverAddress } from '../hooks.ts'

const { receiverAddress, extension } = JSON.parse(process.argv[2] ?? '{}') as {
  receiverAddress: ReceiverAddress
  extension: string
}

const card = {
  ...{ name: 'Bench', description: 'Answers at once.', version: '1.0.0' },
  supportedInterfaces: [
    { url: `https://${receiverAddress.name}/a2a`, protocolBinding: 'JSONRPC', protocolVersion: '1.0', tenant: '' },
  ],
  capabilities: { extensions: [{ uri: extension, description: '', required: true, params: undefined }] },
  ...{ defaultInputModes: ['text/plain'], defaultOutputModes: ['text/plain'], signatures: [] },
  skills: [{ id: 'run', name: 'Run', description: 'Runs.', tags: ['run'] }],
}

let messages = 0
const executor: AgentExecutor = {
  async execute(context, bus) {
    messages++
    const part = { content: { $case: 'text', value: 'Done.' }, metadata: undefined, filename: '', mediaType: '' }
    const ids = { messageId: `m${messages}`, contextId: context.contextId, taskId: '' }
    const rest = { metadata: undefined, extensions: [], referenceTaskIds: [] }
    bus.publish(AgentEvent.message({ ...ids, ...rest, role: Role.ROLE_AGENT, parts: [part] } as never))
    bus.finished()
  },
  async cancelTask() {},
}

const open = (id: string) => ({ id, contextId: id, status: { state: 'TASK_STATE_WORKING' } })
let polls = 0
const app = express()
app.use('/a2a', express.json(), (request, response, next) => {
  const { id, method, params } = request.body
  if (method !== 'GetTask' || !String(params?.id).startsWith('open-')) return next()
  polls++
  response.json({ jsonrpc: '2.0', id, result: open(params.id) })
})
const requestHandler = new DefaultRequestHandler(card as never, new InMemoryTaskStore(), executor)
app.use('/a2a', jsonRpcHandler({ requestHandler, userBuilder: UserBuilder.noAuthentication }))

const server = createServer({ key: receiverAddress.key, cert: receiverAddress.cert }, app)
server.on('tlsClientError', () => {})
server.listen(receiverAddress.port, receiverAddress.address, () => process.send?.('listening'))
process.on('message', () => process.send?.({ messages, polls }))
process.on('disconnect', () => process.exit())

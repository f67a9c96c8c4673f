import {
  type CreateTaskSessionFromClientOptions,
  createTaskSessionFromClient,
} from '@modelcontextprotocol/ext-tasks/client'
import type { Data, HttpClient } from './http.ts'
import { connectModern } from './mcp-modern.ts'
import { answerOf, modernEnvelope, modernVersion, requestModern } from './mcp-wire.ts'

const extension = 'io.modelcontextprotocol/tasks'

/** Members of a request from a client that supports the tasks extension. */
export const withTasksExtension = (params: Data): Data => ({
  _meta: { ...modernEnvelope, 'io.modelcontextprotocol/clientCapabilities': { extensions: { [extension]: {} } } },
  ...params,
})

/** The official client, version 2, with the tasks extension; it polls its tasks itself. */
export async function tasksClient(http: HttpClient, token: string) {
  const client = await connectModern(http, token)
  const rawDispatch: CreateTaskSessionFromClientOptions['rawDispatch'] = async request => {
    const { method, params } = request as { method: string; params: Data }
    const { result, error } = answerOf(await requestModern(http, token, method, params))
    return error ? { kind: 'error', error: error as never } : { kind: 'result', result: result as never }
  }
  const session = createTaskSessionFromClient(client, {
    endpointId: http.url('/mcp').href,
    rawDispatch,
    v2RequestFraming: {
      protocolVersion: modernVersion,
      clientInfo: { name: 'conformance', version: '1.0.0' },
      clientCapabilities: {},
    },
  })
  return { client, session }
}

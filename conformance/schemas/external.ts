import { z } from 'zod'

/** EXT-10. */
export const received = z.looseObject({ messages: z.array(z.looseObject({ id: z.uuid() })), is_reachable: z.boolean() })

/** EXT-2. */
export const card = z.looseObject({
  supportedInterfaces: z.array(
    z.looseObject({ url: z.url(), protocolBinding: z.literal('JSONRPC'), protocolVersion: z.literal('1.0') }),
  ),
  capabilities: z.looseObject({
    extensions: z.array(z.looseObject({ params: z.looseObject({ agent_id: z.uuid() }) })).optional(),
  }),
  signatures: z.array(z.looseObject({ protected: z.string(), signature: z.string() })).length(1),
})

/** EXT-8. */
export const rpcError = z.looseObject({
  error: z.looseObject({
    code: z.int(),
    data: z.array(z.looseObject({ reason: z.string(), domain: z.literal('a2a-protocol.org') })),
  }),
})

/** What a server can request of a client, by the capability with which the client declares that it answers. */
export const CLIENT_REQUESTS = {
  elicitation: 'elicitation/create',
  sampling: 'sampling/createMessage',
  roots: 'roots/list',
} as const

export type ClientCapability = keyof typeof CLIENT_REQUESTS

/**
 * The registry of one revision of MCP. What is a member of it is announced and served; anything else is refused as
 * unknown. Nothing outside `wire/` compares versions.
 */
export interface Revision {
  readonly version: string
  readonly methods: ReadonlySet<string>
  /** Extensions that the server announces. */
  readonly extensions: readonly string[]
  readonly clientRequests: ReadonlySet<ClientCapability>
  /** What says which log messages a client wants: the session, or each request, which otherwise gets none. */
  readonly logLevelOf: 'session' | 'request'
  /** Methods whose result may be that input is required, and that are then repeated with it. */
  readonly inputRequiredBy: ReadonlySet<string>
  /** Whether the body of a request may be an array of messages. */
  readonly hasBatches: boolean
  /** Whether the content of a result may refer to a resource. */
  readonly hasResourceLinks: boolean
  /** Whether an event without data gives a client its position in a stream; older clients reject one. */
  readonly hasEmptyEvents: boolean
  readonly errors: {
    /** HTTP status of the error for an unknown method. */
    readonly unknownMethodStatus: number
    readonly unknownResource: number
    /** For a call that needs input from a client that cannot give it. */
    readonly missingCapability: { readonly code: number; readonly status: number }
  }
}

/** The `capabilities` that the server announces, as they follow from its methods. */
export function capabilitiesOf({ methods, extensions }: Revision): object {
  const isPushed = methods.has('resources/subscribe') || methods.has('subscriptions/listen')
  return {
    ...(methods.has('tools/list') && { tools: {} }),
    ...(methods.has('resources/list') && { resources: isPushed ? { subscribe: true } : {} }),
    ...(methods.has('prompts/list') && { prompts: {} }),
    ...(methods.has('completion/complete') && { completions: {} }),
    logging: {},
    ...(extensions.length > 0 && { extensions: Object.fromEntries(extensions.map(name => [name, {}])) }),
  }
}

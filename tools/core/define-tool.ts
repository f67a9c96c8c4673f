import type { z } from 'zod'
import { type AgentStatus, READER_STATUSES, WRITER_STATUSES } from '../../storage/agents/status-locks.ts'
import type { Actor, AgentActor, AnyoneActor, Context, OperatorActor, PersonActor } from './context.ts'
import type { Holdable } from './holdable.ts'
import type { Payments } from './payment-rail.ts'
import type { Problem, ProblemSlug } from './problems/problem.ts'
import type { BucketName } from './rate-limits.ts'
import type { Scope } from './scopes.ts'
import type { Settings } from './setting-values.ts'
import type { StaffRole } from './staff-roles.ts'

export type Effect = 'read' | 'write' | 'destructive'

/** The result of an earlier request with the same idempotency key, with current data. */
export class Replay<Output> {
  readonly output: Output

  constructor(output: Output) {
    this.output = output
  }
}

/** What the call would have created exists already: nothing was changed, and the existing thing is returned. */
export class Existing<Output> {
  readonly output: Output

  constructor(output: Output) {
    this.output = output
  }
}

/** The call was accepted but is not complete: its output, of the tool's `pending` schema, says what it waits for. */
export class Pending {
  readonly output: object

  constructor(output: object) {
    this.output = output
  }
}

/** What a client says about a call itself, beside the inputs of its tool; no schema lists these members (DRY-1, GUARD-3). */
export type CallOption = 'dry_run' | 'allow_credential_like'

type Answered<Output> = Output | Replay<Output> | Existing<Output>

interface Declaration<Input extends z.ZodObject, Output extends z.ZodObject> {
  /** The name of the capability in the protocol, and of the file. */
  name: string
  /** One or two sentences that help an agent to choose the right tool. */
  description: string
  effect: Effect
  /** Whether the call is idempotent. */
  idempotent?: boolean
  /** The rate limit bucket of its calls, in addition to that of all requests (LIMIT-22). */
  limit?: BucketName
  /** Further buckets in which some of its calls count. */
  limitsToo?: readonly BucketName[]
  input: Input
  /** Its text is not stored, so U+0000 and lone surrogates, which PostgreSQL cannot store, are accepted. */
  takesAnyText?: true
  output: Output
  /** The output while the call is not complete, returned with 202; one of `COMPONENTS`. */
  pending?: z.ZodObject
  /**
   * Asserts that the handler returns exactly the members of the output, so that it need not be parsed: for twenty posts
   * that saves 28 µs, and a quarter of the garbage of a feed page. Tests parse every output.
   */
  isExact?: true
  /** The problem for every call, whatever its input, while the capability is disabled (WALLET-5). */
  closed?(settings: Settings, payments: Payments): Problem | undefined
  /** The problems that it may return, in addition to those of the transport and of validation. */
  problems: readonly ProblemSlug[]
  /** What it judges is one of few attempts, which a dry run would not use up: it stops before (DRY-6). */
  dryRunStops?: 'attempt'
  /** Inputs whose text others read: one that looks like a credential is refused (GUARD-1). */
  publishes?: readonly (keyof z.output<Input> & string)[]
  /** The people whose account or roles it changes: their actions are serialized with it. */
  personsAlone?(input: z.output<Input>, actor: Actor): readonly (string | undefined)[]
  /** Members for the example in the documentation, if the generated ones are not sufficient. */
  example?: { input?: Partial<z.input<Input>>; output?: Partial<z.input<Output>> }
}

interface AgentDeclaration<Input extends z.ZodObject, Output extends z.ZodObject> extends Declaration<Input, Output> {
  /** Any one of these scopes is sufficient for a bearer token; `null`: signed requests only. */
  scope: Scope | readonly Scope[] | null
  /**
   * Which keys may sign a call, if not the primary key and device keys with one of the scopes: `any` key but a recovery
   * key, only the `primary` one (and its tokens), or only the `recovery` key.
   */
  keys?: 'any' | 'primary' | 'recovery'
  /** Inputs that MCP does not offer (as in POST-7). */
  restOnlyInputs?: readonly (keyof z.output<Input> & string)[]
  /** Whether a call does not count in `limit`, by its inputs as they were sent: a further page of a list whose first counted. */
  limitWaivedBy?: (input: Readonly<Record<string, unknown>>) => boolean
  /** `false`: REST only. */
  listedOnMcp?: boolean
  /** Statuses that may call it (STATUS-1 to STATUS-6); by default a restricted agent can read. */
  statuses?: readonly AgentStatus[]
  /** A read that unauthenticated clients may use too, such as pages (`tools/execute-anonymous.ts`). */
  allowsAnonymous?: true
  /** A read of `db`, `batch` and `searches` that may use a standby which is current for its caller. */
  mayReadStandby?: true
  /** Which calls owners may hold; `pending` is what is returned then. Repeating one with its key does it once. */
  holds?: Holdable<z.output<Input>, z.output<Output>>
  handler(input: z.output<Input>, context: Context<AgentActor>): Promise<Answered<z.input<Output>>>
}

interface PublicDeclaration<Input extends z.ZodObject, Output extends z.ZodObject> extends Declaration<Input, Output> {
  handler(input: z.output<Input>, context: Context<AnyoneActor>): Promise<z.input<Output> | Pending>
}

interface OperatorDeclaration<Input extends z.ZodObject, Output extends z.ZodObject>
  extends Declaration<Input, Output> {
  /** The minimum role; by default operator. */
  role?: StaffRole
  /** Its effect outlives the session: on the web it requires a recent sign-in (`recent-sign-in.ts`). */
  recent_sign_in?: true
  /** Not available on any page: only on the command line of the machine. */
  commandLineOnly?: true
  handler(input: z.output<Input>, context: Context<OperatorActor>): Promise<z.input<Output>>
}

/** For tools of people, an operator specifies the person; people act for themselves. */
type ForPerson = z.ZodObject<{ user_id: z.ZodType<string | undefined> }>

interface PersonDeclaration<Input extends ForPerson, Output extends z.ZodObject> extends Declaration<Input, Output> {
  /** The minimum role for acting on behalf of others. */
  role?: StaffRole
  /** Its effect outlives the session: on the web it requires a recent sign-in (`recent-sign-in.ts`). */
  recent_sign_in?: true
  handler(input: z.output<Input>, context: Context<OperatorActor | PersonActor>): Promise<z.input<Output>>
}

interface SessionDeclaration<Input extends z.ZodObject, Output extends z.ZodObject> extends Declaration<Input, Output> {
  /** Its effect outlives the session: on the web it requires a recent sign-in (`recent-sign-in.ts`). */
  recent_sign_in?: true
  handler(input: z.output<Input>, context: Context<PersonActor>): Promise<z.input<Output>>
}

/** A capability for agents with any input: the type that the registry, the transports and the documentation use. */
export interface Tool extends Declaration<z.ZodObject, z.ZodObject> {
  readonly audience: 'agent'
  readonly scopes: readonly Scope[] | null
  readonly keys?: 'any' | 'primary' | 'recovery'
  readonly restOnlyInputs: readonly string[]
  readonly limitWaivedBy: (input: Readonly<Record<string, unknown>>) => boolean
  readonly listedOnMcp: boolean
  readonly statuses: readonly AgentStatus[]
  readonly allowsAnonymous?: true
  readonly mayReadStandby?: true
  readonly holds?: Holdable<unknown, unknown> | undefined
  readonly callOptions: readonly CallOption[]
  handler(input: unknown, context: Context<AgentActor>): Promise<unknown>
}

/** A capability that requires no authentication: enrollment, availability, tokens. */
export interface PublicTool extends Declaration<z.ZodObject, z.ZodObject> {
  readonly audience: 'anyone'
  readonly callOptions: readonly CallOption[]
  handler(input: unknown, context: Context<AnyoneActor>): Promise<unknown>
}

/** A capability for operators, on the command line and on their pages. */
export interface OperatorTool extends Declaration<z.ZodObject, z.ZodObject> {
  readonly audience: 'operator'
  readonly role: StaffRole
  readonly recent_sign_in?: true
  readonly commandLineOnly?: true
  /** People call it too, for themselves: `user_id` then comes from their session, and is not an input. */
  readonly isForPeople: boolean
  handler(input: unknown, context: Context<OperatorActor>): Promise<unknown>
}

/** A capability of a signed-in person, which nobody can use on their behalf. */
export interface SessionTool extends Declaration<z.ZodObject, z.ZodObject> {
  readonly audience: 'session'
  readonly recent_sign_in?: true
  handler(input: unknown, context: Context<PersonActor>): Promise<unknown>
}

/** A capability of pages for visitors who are not signed in. */
export interface VisitorTool extends Declaration<z.ZodObject, z.ZodObject> {
  readonly audience: 'visitor'
  handler(input: unknown, context: Context<AnyoneActor>): Promise<unknown>
}

/** A read for public pages; it has no route. */
export interface PageQuery extends Declaration<z.ZodObject, z.ZodObject> {
  readonly audience: 'public'
  handler(input: unknown, context: Context<AnyoneActor>): Promise<unknown>
}

/** A tool that a route can call. */
export type RoutedTool = Tool | PublicTool

export type AnyTool = RoutedTool | PageQuery | OperatorTool | SessionTool | VisitorTool

/** Keeps the input type for the route table and the output type for pages; the handler receives the validated input. */
export type Typed<T, Input extends z.ZodObject, Output extends z.ZodObject = z.ZodObject> = T & {
  readonly input: Input
  readonly output: Output
}

const problemsOf = ({ problems, publishes }: Pick<AnyTool, 'problems' | 'publishes'>): readonly ProblemSlug[] =>
  publishes ? [...problems, 'credential-suspected'] : problems

const callOptionsOf = ({ effect, publishes }: Pick<AnyTool, 'effect' | 'publishes'>): readonly CallOption[] =>
  effect === 'read' ? [] : publishes ? ['dry_run', 'allow_credential_like'] : ['dry_run']

export function defineTool<Input extends z.ZodObject, Output extends z.ZodObject>(
  declaration: AgentDeclaration<Input, Output>,
): Typed<Tool, Input, Output> {
  const { scope } = declaration
  return Object.freeze({
    restOnlyInputs: [],
    limitWaivedBy: () => false,
    listedOnMcp: scope !== null,
    statuses: declaration.effect === 'read' ? READER_STATUSES : WRITER_STATUSES,
    ...declaration,
    problems: problemsOf(declaration),
    callOptions: callOptionsOf(declaration),
    handler: declaration.handler as Tool['handler'],
    holds: declaration.holds as Tool['holds'],
    audience: 'agent' as const,
    scopes: typeof scope === 'string' ? [scope] : scope,
  })
}

/**
 * A capability of the person at an agent's MCP host, who is asked by elicitation. It is in no registry, so that no
 * argument of a call by the agent reaches it; what is proven, counted and locked is the agent's.
 */
export const defineHostTool: typeof defineTool = declaration => defineTool({ ...declaration, listedOnMcp: false })

export function definePublicTool<Input extends z.ZodObject, Output extends z.ZodObject>(
  declaration: PublicDeclaration<Input, Output>,
): Typed<PublicTool, Input, Output> {
  return Object.freeze({
    ...declaration,
    problems: problemsOf(declaration),
    callOptions: callOptionsOf(declaration),
    handler: declaration.handler as PublicTool['handler'],
    audience: 'anyone' as const,
  })
}

export function definePageQuery<Input extends z.ZodObject, Output extends z.ZodObject>(
  declaration: Omit<PublicDeclaration<Input, Output>, 'effect' | 'handler'> & {
    handler(input: z.output<Input>, context: Context<AnyoneActor>): Promise<z.input<Output>>
  },
): Typed<PageQuery, Input, Output> {
  return Object.freeze({
    ...declaration,
    effect: 'read' as const,
    handler: declaration.handler as PageQuery['handler'],
    audience: 'public' as const,
  })
}

export function defineOperatorTool<Input extends z.ZodObject, Output extends z.ZodObject>(
  declaration: OperatorDeclaration<Input, Output>,
): Typed<OperatorTool, Input, Output> {
  return Object.freeze({
    role: 'operator' as const,
    ...declaration,
    handler: declaration.handler as OperatorTool['handler'],
    audience: 'operator' as const,
    isForPeople: false,
  })
}

export function definePersonTool<Input extends ForPerson, Output extends z.ZodObject>(
  declaration: PersonDeclaration<Input, Output>,
): Typed<OperatorTool, Input, Output> {
  return Object.freeze({
    role: 'operator' as const,
    ...declaration,
    handler: declaration.handler as OperatorTool['handler'],
    audience: 'operator' as const,
    isForPeople: true,
  })
}

export function defineSessionTool<Input extends z.ZodObject, Output extends z.ZodObject>(
  declaration: SessionDeclaration<Input, Output>,
): Typed<SessionTool, Input, Output> {
  return Object.freeze({
    ...declaration,
    handler: declaration.handler as SessionTool['handler'],
    audience: 'session' as const,
  })
}

export function defineVisitorTool<Input extends z.ZodObject, Output extends z.ZodObject>(
  declaration: PublicDeclaration<Input, Output>,
): Typed<VisitorTool, Input, Output> {
  return Object.freeze({
    ...declaration,
    handler: declaration.handler as VisitorTool['handler'],
    audience: 'visitor' as const,
  })
}

import type { z } from 'zod'
import { type AgentStatus, READER_STATUSES, WRITER_STATUSES } from '../../storage/agents/status-locks.ts'
import type { AgentActor, AnyoneActor, Context, OperatorActor, PersonActor } from './context.ts'
import type { Payments } from './payment-rail.ts'
import type { Problem, ProblemSlug } from './problems/problem.ts'
import type { BucketName } from './rate-limits.ts'
import type { Scope } from './scopes.ts'
import type { Settings } from './setting-values.ts'
import type { StaffRole } from './staff-roles.ts'

export type Effect = 'read' | 'write' | 'destructive'

/** What the first request with this idempotency key did, answered anew. */
export class Replay<Output> {
  readonly output: Output

  constructor(output: Output) {
    this.output = output
  }
}

/** What the call would have made was there before: nothing was done, and the answer is that of what is there. */
export class Existing<Output> {
  readonly output: Output

  constructor(output: Output) {
    this.output = output
  }
}

/** The call is taken and not done yet: its answer, of the shape that the tool declares as `pending`, says what it waits for. */
export class Pending {
  readonly output: object

  constructor(output: object) {
    this.output = output
  }
}

type Answered<Output> = Output | Replay<Output> | Existing<Output>

interface Declaration<Input extends z.ZodObject, Output extends z.ZodObject> {
  /** The name of the capability in the protocol, and the file's. */
  name: string
  /** What an agent needs to choose well, in a sentence or two. */
  description: string
  effect: Effect
  /** Calling twice does no more than calling once. */
  idempotent?: boolean
  /** The bucket that its calls count in, beside that of all requests (LIMIT-22). */
  limit?: BucketName
  /** Further buckets, which some of its calls count in besides. */
  limitsToo?: readonly BucketName[]
  input: Input
  /** Its text is not stored: U+0000 and lone surrogates, which PostgreSQL cannot hold, are taken. */
  takesAnyText?: true
  output: Output
  /** What it answers in place of that while the call waits for something, as a 202; one of `COMPONENTS`. */
  pending?: z.ZodObject
  /**
   * The handler answers with the members of the output and no others, and that is not parsed again: for twenty posts it
   * takes 28 µs, and makes a quarter of the garbage of a page of the feed. Tests parse every answer.
   */
  isExact?: true
  /** The refusal of every call, whatever its input, while the capability is off as a whole (WALLET-5). */
  closed?(settings: Settings, payments: Payments): Problem | undefined
  /** The refusals it may answer beside those of the door and of validation. */
  problems: readonly ProblemSlug[]
  /** The people whose account or roles it changes: nothing that they do runs beside it. */
  personsAlone?(input: z.output<Input>): readonly (string | undefined)[]
  /** Members for the documents' example of a call, where those made from the schemas do not tell enough. */
  example?: { input?: Partial<z.input<Input>>; output?: Partial<z.input<Output>> }
}

interface AgentDeclaration<Input extends z.ZodObject, Output extends z.ZodObject> extends Declaration<Input, Output> {
  /** Any one of these serves a bearer token; `null`: signed requests only. */
  scope: Scope | readonly Scope[] | null
  /** Inputs that MCP does not offer (as in POST-7). */
  restOnlyInputs?: readonly (keyof z.output<Input> & string)[]
  /** Whether a call does not count in `limit`, by its inputs as they were sent: a further page of a list whose first counted. */
  limitWaivedBy?: (input: Readonly<Record<string, unknown>>) => boolean
  /** `false`: REST only. */
  listedOnMcp?: boolean
  /** Statuses that may call it (STATUS-1 to STATUS-6); by default a restricted agent reads. */
  statuses?: readonly AgentStatus[]
  /** A read that somebody without an identity may ask too, as pages do: they see what everybody may (`tools/execute-anonymous.ts`). */
  allowsAnonymous?: true
  /** A read of `db`, `batch` and `searches` that a standby may answer which has all that its caller can have heard of. */
  mayReadStandby?: true
  handler(input: z.output<Input>, context: Context<AgentActor>): Promise<Answered<z.input<Output>>>
}

interface PublicDeclaration<Input extends z.ZodObject, Output extends z.ZodObject> extends Declaration<Input, Output> {
  handler(input: z.output<Input>, context: Context<AnyoneActor>): Promise<z.input<Output> | Pending>
}

interface OperatorDeclaration<Input extends z.ZodObject, Output extends z.ZodObject>
  extends Declaration<Input, Output> {
  /** The least role of those who may call it; by default only operators may. */
  role?: StaffRole
  /** Its effect outlives the session: on the web it takes a sign-in of the last minutes (`recent-sign-in.ts`). */
  recent_sign_in?: true
  /** No page has it, whatever the role: it is for whoever runs the command line on the machine. */
  commandLineOnly?: true
  handler(input: z.output<Input>, context: Context<OperatorActor>): Promise<z.input<Output>>
}

/** Whom a tool of people acts for, an operator names; a person is it themselves. */
type ForPerson = z.ZodObject<{ user_id: z.ZodType<string | undefined> }>

interface PersonDeclaration<Input extends ForPerson, Output extends z.ZodObject> extends Declaration<Input, Output> {
  /** Of who may call it for others. */
  role?: StaffRole
  /** Its effect outlives the session: on the web it takes a sign-in of the last minutes (`recent-sign-in.ts`). */
  recent_sign_in?: true
  handler(input: z.output<Input>, context: Context<OperatorActor | PersonActor>): Promise<z.input<Output>>
}

interface SessionDeclaration<Input extends z.ZodObject, Output extends z.ZodObject> extends Declaration<Input, Output> {
  /** Its effect outlives the session: on the web it takes a sign-in of the last minutes (`recent-sign-in.ts`). */
  recent_sign_in?: true
  handler(input: z.output<Input>, context: Context<PersonActor>): Promise<z.input<Output>>
}

/** A capability for agents, whatever its input: what the registry, the doors and the documents work with. */
export interface Tool extends Declaration<z.ZodObject, z.ZodObject> {
  readonly audience: 'agent'
  readonly scopes: readonly Scope[] | null
  readonly restOnlyInputs: readonly string[]
  readonly limitWaivedBy: (input: Readonly<Record<string, unknown>>) => boolean
  readonly listedOnMcp: boolean
  readonly statuses: readonly AgentStatus[]
  readonly allowsAnonymous?: true
  readonly mayReadStandby?: true
  handler(input: unknown, context: Context<AgentActor>): Promise<unknown>
}

/** A capability that needs no identity: enrollment, availability, tokens. */
export interface PublicTool extends Declaration<z.ZodObject, z.ZodObject> {
  readonly audience: 'anyone'
  handler(input: unknown, context: Context<AnyoneActor>): Promise<unknown>
}

/** A capability of those who run the installation, reached by their command line and their pages. */
export interface OperatorTool extends Declaration<z.ZodObject, z.ZodObject> {
  readonly audience: 'operator'
  readonly role: StaffRole
  readonly recent_sign_in?: true
  readonly commandLineOnly?: true
  /** People call it too, for themselves: `user_id` is then theirs, by their session, and no input. */
  readonly isForPeople: boolean
  handler(input: unknown, context: Context<OperatorActor>): Promise<unknown>
}

/** A capability of a person who signed in, which nobody has for them. */
export interface SessionTool extends Declaration<z.ZodObject, z.ZodObject> {
  readonly audience: 'session'
  readonly recent_sign_in?: true
  handler(input: unknown, context: Context<PersonActor>): Promise<unknown>
}

/** A capability of pages, for somebody who has not signed in. */
export interface VisitorTool extends Declaration<z.ZodObject, z.ZodObject> {
  readonly audience: 'visitor'
  handler(input: unknown, context: Context<AnyoneActor>): Promise<unknown>
}

/** A read for the pages that everybody may look at; no route has it. */
export interface PageQuery extends Declaration<z.ZodObject, z.ZodObject> {
  readonly audience: 'looker'
  handler(input: unknown, context: Context<AnyoneActor>): Promise<unknown>
}

/** What a route can serve. */
export type RoutedTool = Tool | PublicTool

export type AnyTool = RoutedTool | PageQuery | OperatorTool | SessionTool | VisitorTool

/** Keeps the input's type for the route table, and the output's for pages; the handler takes what `invoke` has validated. */
export type Typed<T, Input extends z.ZodObject, Output extends z.ZodObject = z.ZodObject> = T & {
  readonly input: Input
  readonly output: Output
}

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
    handler: declaration.handler as Tool['handler'],
    audience: 'agent' as const,
    scopes: typeof scope === 'string' ? [scope] : scope,
  })
}

export function definePublicTool<Input extends z.ZodObject, Output extends z.ZodObject>(
  declaration: PublicDeclaration<Input, Output>,
): Typed<PublicTool, Input, Output> {
  return Object.freeze({
    ...declaration,
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
    audience: 'looker' as const,
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

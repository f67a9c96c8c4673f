import { RESOURCE_LIMITS } from '../../../concurrency/resource-limits.ts'
import type { InputFault } from '../../core/problems/problem.ts'
import { isMembers, type JsonSchemaObject } from './keywords.ts'
import { compilePattern, type Pattern } from './patterns.ts'
import { referrer } from './subschemas.ts'

const MOST_FAULTS = 20
/** A step of an interpreter takes as long as this many characters times instructions of a pattern. */
const PATTERN_STEPS = 4

/** Thrown where checking data has cost what it may. */
export class OutOfSteps extends Error {}

/** Which members and elements of a value some keyword has spoken of; kept where unevaluated ones are asked about. */
export interface Spoken {
  names: Set<string>
  places: Set<number>
}

type Evaluator = (
  run: EvaluationRun,
  schema: JsonSchemaObject,
  value: unknown,
  pointer: string,
  spoken: Spoken | undefined,
) => boolean

/** One checking of data: what is left to spend, what was found. */
export class EvaluationRun {
  readonly faults: InputFault[] = []
  readonly refersTo: (ref: string) => JsonSchemaObject | undefined
  private readonly evaluator: Evaluator
  private readonly tracks: boolean
  private readonly patterns = new Map<string, Pattern | undefined>()
  private left: number = RESOURCE_LIMITS.schema_steps.limit
  private silent = 0

  constructor(places: ReadonlyMap<string, JsonSchemaObject>, evaluator: Evaluator) {
    this.evaluator = evaluator
    this.refersTo = referrer(places)
    this.tracks = [...places.values()].some(
      schema => isMembers(schema) && ('unevaluatedProperties' in schema || 'unevaluatedItems' in schema),
    )
  }

  /** Applies a schema to a value. */
  evaluate(schema: JsonSchemaObject, value: unknown, pointer: string, spoken = this.nothingSpoken()): boolean {
    return this.evaluator(this, schema, value, pointer, spoken)
  }

  spend(steps: number): void {
    this.left -= steps
    if (this.left < 0) throw new OutOfSteps()
  }

  /** Notes a fault; always `false`. */
  tell(pointer: string, code: string, message: string): false {
    if (this.silent === 0 && this.faults.length < MOST_FAULTS) this.faults.push({ pointer, code, message })
    return false
  }

  /** What is tried without being needed leaves no fault. */
  try<Result>(work: () => Result): Result {
    this.silent++
    const result = work()
    this.silent--
    return result
  }

  matches(source: string, text: string): boolean {
    const pattern = this.pattern(source)
    if (pattern === undefined) return true
    this.spend(1 + Math.ceil((text.length * pattern.size) / PATTERN_STEPS))
    return pattern.matches(text)
  }

  nothingSpoken(): Spoken | undefined {
    return this.tracks ? { names: new Set(), places: new Set() } : undefined
  }

  private pattern(source: string): Pattern | undefined {
    if (!this.patterns.has(source)) this.patterns.set(source, compilePattern(source))
    return this.patterns.get(source)
  }
}

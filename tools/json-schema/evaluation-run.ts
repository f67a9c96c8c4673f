import { RESOURCE_LIMITS } from '../../concurrency/resource-limits.ts'
import type { InputFault } from '../core/problems/problem.ts'
import { isMembers, type JsonSchemaObject } from './keywords.ts'
import { compilePattern, type Pattern } from './patterns.ts'
import { referrer } from './subschemas.ts'

const MOST_FAULTS = 20
/** Characters times instructions of a pattern that take as long as one step. */
const PATTERN_STEPS = 4

/** Thrown when the step budget is exceeded. */
export class OutOfSteps extends Error {}

/** The members and items that keywords have evaluated; tracked only if unevaluated ones matter. */
export interface Spoken {
  names: Set<string>
  indexes: Set<number>
}

type Evaluator = (
  run: EvaluationRun,
  schema: JsonSchemaObject,
  value: unknown,
  pointer: string,
  spoken: Spoken | undefined,
) => boolean

/** One validation run: the remaining budget, and the errors. */
export class EvaluationRun {
  readonly faults: InputFault[] = []
  readonly refersTo: (ref: string) => JsonSchemaObject | undefined
  private readonly evaluator: Evaluator
  private readonly tracks: boolean
  private readonly patterns = new Map<string, Pattern | undefined>()
  private left: number = RESOURCE_LIMITS.schema_steps.limit
  private silent = 0

  constructor(subschemas: ReadonlyMap<string, JsonSchemaObject>, evaluator: Evaluator) {
    this.evaluator = evaluator
    this.refersTo = referrer(subschemas)
    this.tracks = [...subschemas.values()].some(
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

  /** Records an error; always returns `false`. */
  tell(pointer: string, code: string, message: string): false {
    if (this.silent === 0 && this.faults.length < MOST_FAULTS) this.faults.push({ pointer, code, message })
    return false
  }

  /** Errors of optional branches are discarded. */
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
    return this.tracks ? { names: new Set(), indexes: new Set() } : undefined
  }

  private pattern(source: string): Pattern | undefined {
    if (!this.patterns.has(source)) this.patterns.set(source, compilePattern(source))
    return this.patterns.get(source)
  }
}

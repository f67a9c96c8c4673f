/** In the order of execution; a problem is about the first gating check that fails. */
export const CHECK_NAMES = [
  ...(['card_fetch', 'card_signature', 'interface', 'skill', 'broker_extension', 'safe_egress'] as const),
  ...(['challenge_positive', 'challenge_negative'] as const),
] as const

export type CheckName = (typeof CHECK_NAMES)[number]

/** The result of one check. */
export interface Check {
  check: CheckName
  /** The request, for checks with several. */
  variant: string | null
  passed: boolean
  /** Whether a failure prevents verification. */
  gating: boolean
  code: string | null
  /** Our own sentence, never text of the provider. */
  detail: string | null
  at: string
}

interface CheckResult {
  code?: string
  detail?: string
  variant?: string
  isEvidence?: boolean
}

/** Collects results, check by check. */
export class CheckLog {
  readonly checks: Check[] = []
  private readonly clock: () => Date

  constructor(clock: () => Date) {
    this.clock = clock
  }

  pass(check: CheckName, said: CheckResult = {}): void {
    this.add(check, true, said)
  }

  fail(check: CheckName, said: CheckResult & { code: string; detail: string }): undefined {
    this.add(check, false, said)
  }

  /** Checks without a result were not executed. */
  end(): readonly Check[] {
    for (const check of CHECK_NAMES) {
      if (this.checks.some(made => made.check === check)) continue
      this.fail(check, { code: 'NOT_MADE', detail: 'Skipped, because an earlier check failed.' })
    }
    return this.checks
  }

  get failure(): Check | undefined {
    return firstFailure(this.checks)
  }

  private add(check: CheckName, passed: boolean, { code, detail, variant, isEvidence = false }: CheckResult): void {
    this.checks.push({
      check,
      variant: variant ?? null,
      passed,
      gating: !isEvidence,
      code: code ?? null,
      detail: detail ?? null,
      at: this.clock().toISOString(),
    })
  }
}

/** The checks that prevent verification. */
export const firstFailure = (checks: readonly Check[]): Check | undefined =>
  checks.find(({ passed, gating }) => gating && !passed)

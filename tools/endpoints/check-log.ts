/** In the order in which they are made; the first that gates and fails is what a refusal is about. */
export const CHECK_NAMES = [
  ...(['card_fetch', 'card_signature', 'interface', 'skill', 'broker_extension', 'safe_egress'] as const),
  ...(['challenge_positive', 'challenge_negative'] as const),
] as const

export type CheckName = (typeof CHECK_NAMES)[number]

/** One thing that was looked at. */
export interface Check {
  check: CheckName
  /** Which request was made, where a check makes several. */
  variant: string | null
  passed: boolean
  /** Where it fails, the endpoint is not verified. */
  gating: boolean
  code: string | null
  /** Our sentence, never words of the other side. */
  detail: string | null
  at: string
}

interface Said {
  code?: string
  detail?: string
  variant?: string
  isEvidence?: boolean
}

/** What is found about an endpoint, check by check. */
export class CheckLog {
  readonly checks: Check[] = []
  private readonly clock: () => Date

  constructor(clock: () => Date) {
    this.clock = clock
  }

  pass(check: CheckName, said: Said = {}): void {
    this.add(check, true, said)
  }

  fail(check: CheckName, said: Said & { code: string; detail: string }): undefined {
    this.add(check, false, said)
  }

  /** Those that nothing was said of yet were not made. */
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

  private add(check: CheckName, passed: boolean, { code, detail, variant, isEvidence = false }: Said): void {
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

/** What keeps an endpoint from being verified. */
export const firstFailure = (checks: readonly Check[]): Check | undefined =>
  checks.find(({ passed, gating }) => gating && !passed)

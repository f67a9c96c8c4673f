import type { FeatureCoverage } from '../feature-coverage.ts'

export const constitution: FeatureCoverage = {
  readInputs: { get_constitution: () => [{}] },
  open: { get_constitution: undefined },
}

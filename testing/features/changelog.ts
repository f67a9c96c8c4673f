import { type FeatureCoverage, PAGES } from '../feature-coverage.ts'

export const changelog: FeatureCoverage = {
  readInputs: { list_changes: () => PAGES },
  open: { list_changes: undefined },
}

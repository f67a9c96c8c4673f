import type { FeatureCoverage } from '../feature-coverage.ts'

export const overview: FeatureCoverage = {
  forReaders: ['list_jobs', 'show_history', 'show_stats'],
}

import type { Family } from '../family.ts'

export const overview: Family = {
  forReaders: ['list_jobs', 'show_history', 'show_stats'],
}

import type { Settings } from '../core/setting-values.ts'

/** Minimum similarity of matching interests; 1: identical. */
export const thresholdOf = (settings: Settings): number =>
  settings['interest_match.trigram_enabled'] ? settings['interest_match.similarity_threshold'] : 1

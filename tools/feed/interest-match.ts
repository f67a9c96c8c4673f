import type { Settings } from '../core/setting-values.ts'

/** How like two interests have to be to match; 1: the same. */
export const thresholdOf = (settings: Settings): number =>
  settings['interest_match.trigram_enabled'] ? settings['interest_match.similarity_threshold'] : 1

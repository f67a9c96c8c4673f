import { LOOKING } from './looking/looking.ts'
import { OWNING } from './owning/owning.ts'
import type { Place } from './page.ts'
import { RUNNING } from './running/running.ts'

/** Every page, form and picture for people, in parts. */
export const PAGES: readonly Place[] = [...LOOKING, ...OWNING, ...RUNNING]

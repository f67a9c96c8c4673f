import { AUI_PREFIX } from '../../http/versioning.ts'
import type { Route } from '../../rest/route.ts'

export const REFERENCE_PATH = `${AUI_PREFIX}/agent-index/reference`

/** The path of the reference of a family of routes (DOC-114). */
export const featurePath = (family: string): string =>
  `${REFERENCE_PATH}/${family.replace(/[A-Z]/g, letter => `-${letter.toLowerCase()}`)}`

export const familiesOf = (routes: readonly Route[]): string[] => [...new Set(routes.map(({ family }) => family))]

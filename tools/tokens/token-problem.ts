import { Problem, type ProblemSlug } from '../core/problems/problem.ts'
import { isScope, type Scope } from '../core/scopes.ts'

/** The members of RFC 6749 5.2, in addition to those of a problem. */
export const tokenProblem = (slug: ProblemSlug, detail: string): Problem =>
  new Problem(slug, detail, { error: slug.replaceAll('-', '_'), error_description: detail })

/** A required member of a token request. */
export function requireText(given: Readonly<Record<string, unknown>>, name: string): string {
  const value = given[name]
  if (typeof value !== 'string' || value === '') {
    throw tokenProblem('invalid-request', `${name} is missing or not a string.`)
  }
  return value
}

/** The scopes in a text, without duplicates; `undefined` if there is none. */
export function readScopes(scope: unknown): Scope[] | undefined {
  if (scope === undefined || scope === null) return undefined
  if (typeof scope !== 'string') throw tokenProblem('invalid-request', 'scope must be a string.')
  const names = [...new Set(scope.split(' ').filter(name => name !== ''))]
  if (!names.every(isScope)) throw tokenProblem('invalid-scope', 'scope contains a scope that does not exist.')
  return names.length > 0 ? (names as Scope[]) : undefined
}

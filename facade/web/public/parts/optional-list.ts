import { Problem } from '../../../../tools/core/problems/problem.ts'

/** A list; `null` where its agent keeps it to itself. */
export async function unlessPrivate<List>(asking: Promise<List>): Promise<List | null> {
  try {
    return await asking
  } catch (error) {
    if (error instanceof Problem && error.slug === 'surface-private') return null
    throw error
  }
}

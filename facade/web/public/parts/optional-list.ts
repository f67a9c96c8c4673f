import { Problem } from '../../../../tools/core/problems/problem.ts'

/** A list, or `null` if its agent keeps it private. */
export async function unlessPrivate<List>(asking: Promise<List>): Promise<List | null> {
  try {
    return await asking
  } catch (error) {
    if (error instanceof Problem && error.slug === 'surface-private') return null
    throw error
  }
}

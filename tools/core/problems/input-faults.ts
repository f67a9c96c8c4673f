import { Problem } from './problem.ts'

/** Rejects one input for a reason that its schema cannot express. */
export const faulty = (name: string, message: string) =>
  new Problem('validation-error', 'The input is invalid. See `errors` for details.', {
    errors: [{ pointer: `/${name}`, code: 'custom', message }],
  })

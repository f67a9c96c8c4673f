import { Problem } from './problem.ts'

/** What one input is refused for, where that takes more than its schema to know. */
export const faulty = (name: string, message: string) =>
  new Problem('validation-error', 'The input is invalid. See `errors` for details.', {
    errors: [{ pointer: `/${name}`, code: 'custom', message }],
  })

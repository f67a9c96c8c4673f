/** What is answered in place of what was asked for. */
export class Refusal extends Error {
  constructor(status, slug, detail, more = {}, headers = {}) {
    super(detail)
    Object.assign(this, { status, slug, more, headers })
  }
}

export const invalid = (...faults) =>
  new Refusal(422, 'validation-error', 'The input is not as it must be: errors says where.', {
    errors: faults.map(([pointer, message]) => ({ pointer, code: 'invalid', message })),
  })

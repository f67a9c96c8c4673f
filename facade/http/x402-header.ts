/** The value of a header of x402. */
export const x402Header = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64')

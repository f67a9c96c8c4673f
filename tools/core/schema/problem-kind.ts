export interface ProblemKind {
  status: number
  title: string
  /** Most problems carry none (PROB-6). */
  code?: string
  /** The members that are the whole body on REST, where that is no problem+json (PROB-27, PROB-28). */
  bare?: readonly string[]
  /** The only door that raises it. */
  transport?: 'mcp'
  /** A credential was sent that proved nothing, or an agent that may do nothing. */
  failedProof?: true
  /** What its page says to do about it, where the title does not tell. */
  advice?: string
  /** Members that it adds to the standard ones, as its example in the documents has them. */
  example?: { readonly [member: string]: unknown }
}

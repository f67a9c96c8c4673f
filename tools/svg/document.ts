/** An element of SVG's namespace as it will be stored; text stands in text content elements only. */
export interface SvgElement {
  name: string
  attributes: Map<string, string>
  children: (SvgElement | string)[]
}

/** Why a text cannot be an SVG here. `message` completes "the SVG ..." and holds no word of the text. */
export class SvgFault extends Error {
  readonly code: string

  constructor(code: string, message: string) {
    super(message)
    this.code = code
  }
}

export const childElements = ({ children }: SvgElement): SvgElement[] =>
  children.filter(child => typeof child !== 'string')

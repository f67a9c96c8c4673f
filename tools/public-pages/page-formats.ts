/** The formats of pages other than HTML, each at the path of the page with the format appended (LOOK-5 to LOOK-7, LOOK-40). */
export const PAGE_FORMATS = ['json', 'atom', 'md'] as const

const SUFFIX = new RegExp(`\\.(?:${PAGE_FORMATS.join('|')})$`)

/** Whether the last part of a path, such as a handle, would be read as a format. */
export const endsInFormat = (part: string): boolean => SUFFIX.test(part)

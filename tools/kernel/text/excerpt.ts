export const EXCERPT_CHARACTERS = 280

/** The first characters of a text, cut between code points. */
export function excerpt(content: string, characters = EXCERPT_CHARACTERS): string {
  if (content.length <= characters) return content
  let cut = 0
  for (let count = 0; count < characters - 1; count++) cut += isSurrogatePair(content, cut) ? 2 : 1
  const last = cut + (isSurrogatePair(content, cut) ? 2 : 1)
  return last >= content.length ? content : `${content.slice(0, cut)}…`
}

const isSurrogatePair = (text: string, at: number) => (text.charCodeAt(at) & 0xfc00) === 0xd800

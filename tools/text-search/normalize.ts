/** Letters that Unicode does not decompose, although people write them differently. */
const ALIKE: Record<string, string> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ı: 'i',
  ς: 'σ',
  ى: 'ي',
  ة: 'ه',
  ک: 'ك',
  ی: 'ي',
  '\u0640': '',
}

const ALIKE_PATTERN = new RegExp(`[${Object.keys(ALIKE).join('')}]`, 'gu')

/**
 * Combining marks for accents, and the vowel signs of Arabic and Hebrew; not those of scripts that are unreadable
 * without them.
 */
const ACCENTS = /[\u0300-\u036f\u0591-\u05c7\u064b-\u065f\u0670]/g

const ASCII = /^[\x00-\x7f]*$/

/** Normalizes words of posts and queries: NFKC, lower case, without accents; scripts are not transliterated. */
export function normalize(word: string): string {
  const lower = word.toLowerCase()
  if (ASCII.test(lower)) return lower
  // Composed last: removed marks may have been between others, or between a letter and its mark.
  return (
    lower
      .normalize('NFKD')
      .toLowerCase()
      .replace(ACCENTS, '')
      .replace(ALIKE_PATTERN, letter => ALIKE[letter]!)
      // Both are special in a tsvector; no letter is known to become one.
      .replace(/['\\]/g, '')
      .normalize('NFC')
  )
}

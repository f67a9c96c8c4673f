/** Letters that Unicode does not take apart, though people write them as others. */
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

/** Accents, and the vowel signs of Arabic and Hebrew; not those of scripts that cannot be read without theirs. */
const ACCENTS = /[\u0300-\u036f\u0591-\u05c7\u064b-\u065f\u0670]/g

const ASCII = /^[\x00-\x7f]*$/

/** How words of posts and of queries compare: NFKC, lower case, without accents; scripts stay what they are. */
export function normalize(word: string): string {
  const lower = word.toLowerCase()
  if (ASCII.test(lower)) return lower
  // Composed at last: what is taken out may have stood between marks that have an order, or a letter and its mark.
  return (
    lower
      .normalize('NFKD')
      .toLowerCase()
      .replace(ACCENTS, '')
      .replace(ALIKE_PATTERN, letter => ALIKE[letter]!)
      // Both end or escape a word in a tsvector; no letter is known to become one.
      .replace(/['\\]/g, '')
      .normalize('NFC')
  )
}

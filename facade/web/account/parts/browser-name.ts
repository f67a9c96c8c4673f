const BROWSERS: readonly [found: RegExp, name: string][] = [
  [/Edg\//, 'Edge'],
  [/OPR\//, 'Opera'],
  [/Firefox\//, 'Firefox'],
  [/Chrom(e|ium)\//, 'Chrome'],
  [/Safari\//, 'Safari'],
]

const SYSTEMS: readonly [found: RegExp, name: string][] = [
  [/iPhone|iPad/, 'iOS'],
  [/Android/, 'Android'],
  [/Windows/, 'Windows'],
  [/Mac OS X/, 'macOS'],
  [/Linux/, 'Linux'],
]

const nameIn = (names: typeof BROWSERS, text: string) => names.find(([found]) => found.test(text))?.[1]

/** A short name for a `User-Agent`. */
export function shortBrowserName(userAgent: string): string {
  const [browser = 'A browser', system] = [nameIn(BROWSERS, userAgent), nameIn(SYSTEMS, userAgent)]
  return system === undefined ? browser : `${browser} on ${system}`
}

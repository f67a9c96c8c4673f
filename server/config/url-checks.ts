/** In the form of an `Origin` header. */
export const isOrigin = (value: string): boolean =>
  /^https?:/.test(value) && URL.canParse(value) && new URL(value).origin === value

export const isWebUrl = (value: string): boolean => /^https?:\/\/./.test(value) && URL.canParse(value)

const isBare = ({ search, hash, username, password }: URL): boolean => `${search}${hash}${username}${password}` === ''

export const isEndpoint = (value: string): boolean => isWebUrl(value) && isBare(new URL(value))

export const isBaseUrl = (value: string): boolean => isEndpoint(value) && !value.endsWith('/')

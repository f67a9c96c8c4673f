export const isBaseUrl = (value: string): boolean => {
  if (!URL.canParse(value)) return false
  const { protocol, search, hash, username, password } = new URL(value)
  return /^https?:$/.test(protocol) && `${search}${hash}${username}${password}` === '' && !value.endsWith('/')
}

/** In the form of an `Origin` header. */
export const isOrigin = (value: string): boolean =>
  /^https?:/.test(value) && URL.canParse(value) && new URL(value).origin === value

export const isWebUrl = (value: string): boolean => /^https?:\/\/./.test(value) && URL.canParse(value)

const isBare = ({ search, hash, username, password }: URL): boolean => `${search}${hash}${username}${password}` === ''

export const isEndpoint = (value: string): boolean => isWebUrl(value) && isBare(new URL(value))

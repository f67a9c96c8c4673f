const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** A UUID of any version, in any case. */
export const isUuid = (text: string): boolean => UUID.test(text)

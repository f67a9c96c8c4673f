/** A single red pixel. */
export const PNG = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8DwHwAFBQIAX8jx0gAAAABJRU5ErkJggg=='

/** A WAV file without samples. */
const WAV = 'UklGRiYAAABXQVZFZm10IBAAAAABAAEAQB8AAAB9AAACABAAZGF0YQIAAAA='

export const image = { type: 'image', data: PNG, mimeType: 'image/png' }
export const audio = { type: 'audio', data: WAV, mimeType: 'audio/wav' }

export const embedded = (uri: string, words: string, mimeType = 'text/plain') => ({
  type: 'resource',
  resource: { uri, mimeType, text: words },
})

/** One red pixel. */
export const png = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8DwHwAFBQIAX8jx0gAAAABJRU5ErkJggg=='
/** A WAV header without data. */
export const wav = 'UklGRiQAAABXQVZFZm10IBAAAAABAAEARKwAAIhYAQACABAAZGF0YQAAAAA='

export const text = (said: string) => ({ type: 'text', text: said })
export const image = { type: 'image', data: png, mimeType: 'image/png' }
export const audio = { type: 'audio', data: wav, mimeType: 'audio/wav' }
export const resource = (uri: string, mimeType: string, content: string) => ({
  type: 'resource',
  resource: { uri, mimeType, text: content },
})

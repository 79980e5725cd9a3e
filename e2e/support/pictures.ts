/** A red square of one pixel. */
export const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==',
  'base64',
)

/** A chair, drawn in lines. */
const drawing = Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" width="320" height="320">
<rect width="320" height="320" fill="#e9eef6"/>
<g fill="none" stroke="#3b4a6b" stroke-width="14" stroke-linecap="round">
<path d="M110 60v120h110M110 180v90M220 180v90M110 70h60v80h-60"/></g></svg>`)

export const picture = { name: 'chair.svg', mimeType: 'image/svg+xml', buffer: drawing }

/** The address in the QR code of a place's label: a camera opens it, and a reader types it like a tag. */
export const placeAddress = (origin: string, id: string) => `${origin}/place/${id}`

const address = /^https?:\/\/\S+\/place\/([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/i

/** The place whose label was scanned; null for any other code. */
export const placeOfLabel = (code: string): string | null =>
  address.exec(code.trim())?.[1]?.toLowerCase() ?? null

/**
 * The addresses in the QR codes of labels, by the id of the place or asset: a camera opens them, and a reader
 * types them like a tag.
 */
export const placeAddress = (origin: string, id: string) => `${origin}/place/${id}`
export const assetAddress = (origin: string, id: string) => `${origin}/asset/${id}`

const address = /^https?:\/\/\S+\/(place|asset)\/([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/i

function idOn(label: 'place' | 'asset', code: string): string | null {
  const [, kind, id] = address.exec(code.trim()) ?? []
  return kind?.toLowerCase() === label && id !== undefined ? id.toLowerCase() : null
}

/** The place whose label was scanned; null for any other code. */
export const placeOfLabel = (code: string) => idOn('place', code)
/** The asset whose label was scanned; null for any other code, such as its tag. */
export const assetOfLabel = (code: string) => idOn('asset', code)
export const isLabel = (code: string) => address.test(code.trim())

/** The hashed file names in a page or a script. */
export const filesNamedIn = (text: string): string[] => [
  ...new Set(
    Array.from(
      text.matchAll(/["'`(](?:\.\/|\/?assets\/)([\w.-]+-[\w-]{8}\.(?:js|css|wasm))["'`)]/g),
      ([, file]) => `/assets/${file}`,
    ),
  ),
]

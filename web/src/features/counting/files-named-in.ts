/** Files with a hash in their name that a page or a script names. */
export const filesNamedIn = (text: string): string[] => [
  ...new Set(
    Array.from(
      text.matchAll(/["'`(](?:\.\/|\/?assets\/)([\w.-]+-[\w-]{8}\.(?:js|css|wasm))["'`)]/g),
      ([, file]) => `/assets/${file}`,
    ),
  ),
]

/** The lines of a file, one at a time; `read` hears how many bytes were read so far. */
export async function* linesOf(file: Blob, read: (bytes: number) => void): AsyncGenerator<string> {
  const reader = file.stream().getReader()
  const decoder = new TextDecoder()
  let [rest, bytes] = ['', 0]
  for (;;) {
    const { done, value } = await reader.read()
    if (done) break
    bytes += value.length
    const lines = (rest + decoder.decode(value, { stream: true })).split('\n')
    rest = lines.pop() ?? ''
    yield* lines
    read(bytes)
    // Lets the browser draw the progress.
    await new Promise((resolve) => setTimeout(resolve))
  }
  if (rest !== '') yield rest
}

/** Seals that left the machine: `{"number": 12, "hash": "…"}` in each line, or `12 …`. */
export function witnessesIn(text: string): Map<number, string> {
  const known = new Map<number, string>()
  for (const line of text.split('\n')) {
    const number = /\d+/.exec(line)?.[0]
    // A line of SEALS_DIR has other hashes too.
    const hash = /"hash":\s*"([0-9a-f]{64})"/.exec(line)?.[1] ?? /\b[0-9a-f]{64}\b/.exec(line)?.[0]
    if (number !== undefined && hash !== undefined) known.set(Number(number), hash)
  }
  return known
}

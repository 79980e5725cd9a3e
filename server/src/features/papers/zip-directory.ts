import { inflateRawSync } from 'node:zlib'

/** A file of a ZIP archive, as its directory describes it. */
export type ZipFile = { name: string; offset: number; packed: number; whole: number; method: number }

const marks = { local: 0x04034b50, central: 0x02014b50, end: 0x06054b50 }
const sizes = { local: 30, central: 46, end: 22 }
const mostFiles = 10_000
const mostComment = 65_535
/** An office file is not larger than this when it is unpacked, and not much more than a hundred times as large. */
const mostWhole = 1_000_000_000
const mostRatio = 150
const smallWhole = 50_000_000
const mostRead = 2_000_000

/** Where the record is that ends an archive: exactly at the end of the bytes, with its comment. */
function endOf(bytes: Buffer): number | undefined {
  const first = Math.max(0, bytes.length - sizes.end - mostComment)
  for (let at = bytes.length - sizes.end; at >= first; at -= 1)
    if (bytes.readUInt32LE(at) === marks.end && at + sizes.end + bytes.readUInt16LE(at + 20) === bytes.length)
      return at
  return undefined
}

/** True if a program that opens archives would open this one, whatever it begins with. */
export const endsAsZip = (bytes: Buffer) => endOf(bytes) !== undefined

/** Two flags may be set: sizes follow the content, and names are UTF-8. An encrypted file is none that we can check. */
const knownFlags = 0x0808 | 0x0006

function fileAt(bytes: Buffer, at: number): { file: ZipFile; next: number } | undefined {
  if (at + sizes.central > bytes.length || bytes.readUInt32LE(at) !== marks.central) return undefined
  const [flags, method] = [bytes.readUInt16LE(at + 8), bytes.readUInt16LE(at + 10)]
  const [packed, whole] = [bytes.readUInt32LE(at + 20), bytes.readUInt32LE(at + 24)]
  const lengths = [28, 30, 32].map((field) => bytes.readUInt16LE(at + field))
  const [nameLength = 0] = lengths
  const next = at + sizes.central + lengths.reduce((sum, length) => sum + length, 0)
  const offset = bytes.readUInt32LE(at + 42)
  if (next > bytes.length || (flags & ~knownFlags) !== 0 || (method !== 0 && method !== 8)) return undefined
  const name = bytes.toString('utf8', at + sizes.central, at + sizes.central + nameLength)
  return { file: { name, offset, packed, whole, method }, next }
}

/** Where the content of a file begins, if the file is where the directory says, and has the same name. */
function contentAt(bytes: Buffer, { name, offset, packed }: ZipFile): number | undefined {
  if (offset + sizes.local > bytes.length || bytes.readUInt32LE(offset) !== marks.local) return undefined
  const [nameLength, extraLength] = [bytes.readUInt16LE(offset + 26), bytes.readUInt16LE(offset + 28)]
  const start = offset + sizes.local + nameLength + extraLength
  const isSame = bytes.toString('utf8', offset + sizes.local, offset + sizes.local + nameLength) === name
  return isSame && start + packed <= bytes.length ? start : undefined
}

const isPlainName = (name: string) =>
  !/[\p{Cc}\\]|^\/|^[a-z]:/iu.test(name) && !name.split('/').includes('..')

/** The files of an archive that nothing precedes and nothing follows; undefined if it is damaged or a bomb. */
export function zipFiles(bytes: Buffer): ZipFile[] | undefined {
  const end = endOf(bytes)
  if (end === undefined || bytes.readUInt32LE(0) !== marks.local) return undefined
  const [disks, count] = [bytes.readUInt32LE(end + 4), bytes.readUInt16LE(end + 10)]
  const [length, start] = [bytes.readUInt32LE(end + 12), bytes.readUInt32LE(end + 16)]
  if (disks !== 0 || count === 0 || count > mostFiles || start + length !== end) return undefined
  const files: ZipFile[] = []
  const names = new Set<string>()
  let at = start
  for (let number = 0; number < count; number += 1) {
    const found = fileAt(bytes, at)
    if (found === undefined || !isPlainName(found.file.name) || names.has(found.file.name)) return undefined
    if (contentAt(bytes, found.file) === undefined) return undefined
    names.add(found.file.name)
    files.push(found.file)
    at = found.next
  }
  return at === end && !isBomb(bytes, files) ? files : undefined
}

/** Files that share their bytes would be unpacked many times. */
function isBomb(bytes: Buffer, files: readonly ZipFile[]) {
  const whole = files.reduce((sum, file) => sum + file.whole, 0)
  const packed = files.reduce((sum, file) => sum + file.packed, 0)
  return (
    whole > mostWhole || packed > bytes.length || (whole > smallWhole && whole > mostRatio * bytes.length)
  )
}

/** The text of a small file; undefined if it is not what the directory says. */
export function textOf(bytes: Buffer, file: ZipFile): string | undefined {
  const start = contentAt(bytes, file)
  if (start === undefined || file.whole > mostRead) return undefined
  const packed = bytes.subarray(start, start + file.packed)
  try {
    const whole = file.method === 0 ? packed : inflateRawSync(packed, { maxOutputLength: mostRead })
    return whole.length === file.whole ? whole.toString('utf8') : undefined
  } catch {
    return undefined
  }
}

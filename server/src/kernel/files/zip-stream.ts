import { pipeline, Readable } from 'node:stream'
import { crc32, createDeflateRaw } from 'node:zlib'

/** A file of an archive; its content is read once, when it is written. */
export type ZipEntry = { name: string; content: AsyncIterable<Buffer> | Iterable<Buffer> }

/** Sizes and offsets are 32 bits wide. */
const most = 0xffff_ffff
/** Deflated, sizes follow the content, names are UTF-8. */
const format = { version: 20, flags: 0x0808, method: 8, time: 0, day: 0x0021 }
const names = { local: 0x04034b50, sizes: 0x08074b50, central: 0x02014b50, end: 0x06054b50 }

type Sizes = { crc: number; packed: number; whole: number }

/** A record of the archive: values with their number of bytes. */
function recordOf(...fields: [bytes: 2 | 4, value: number][]) {
  const record = Buffer.alloc(fields.reduce((sum, [bytes]) => sum + bytes, 0))
  let at = 0
  for (const [bytes, value] of fields) at = record.writeUIntLE(value, at, bytes)
  return record
}

const shared: [2, number][] = Object.values(format).map((value) => [2, value])
const sizesOf = ({ crc, packed, whole }: Sizes): [4, number][] => [
  [4, crc],
  [4, packed],
  [4, whole],
]
const nothingYet = { crc: 0, packed: 0, whole: 0 }

const localRecord = (name: Buffer) =>
  recordOf([4, names.local], ...shared, ...sizesOf(nothingYet), [2, name.length], [2, 0])

const centralRecord = (name: Buffer, sizes: Sizes, offset: number) =>
  Buffer.concat([
    recordOf([4, names.central], [2, format.version], ...shared, ...sizesOf(sizes)),
    // No extra field, no comment, the first disk, no attributes.
    recordOf([2, name.length], [2, 0], [2, 0], [2, 0], [2, 0], [4, 0], [4, offset]),
    name,
  ])

function mustFit(bytes: number) {
  if (bytes > most) throw new Error('The archive is too large.')
}

/** Yields the deflated content, and counts its bytes. */
async function* deflated(content: ZipEntry['content'], sizes: Sizes) {
  async function* counted() {
    for await (const chunk of content) {
      sizes.crc = crc32(chunk, sizes.crc)
      sizes.whole += chunk.length
      yield chunk
    }
  }
  const packed = pipeline(Readable.from(counted()), createDeflateRaw(), () => undefined)
  for await (const chunk of packed as AsyncIterable<Buffer>) {
    sizes.packed += chunk.length
    yield chunk
  }
  mustFit(sizes.whole)
}

/** Streams a ZIP archive: only the directory record of each entry is kept in memory. */
export async function* zipped(entries: AsyncIterable<ZipEntry>): AsyncGenerator<Buffer> {
  const directory: Buffer[] = []
  let offset = 0
  for await (const { name: text, content } of entries) {
    const name = Buffer.from(text)
    const sizes = { ...nothingYet }
    const start = Buffer.concat([localRecord(name), name])
    yield start
    yield* deflated(content, sizes)
    const end = recordOf([4, names.sizes], ...sizesOf(sizes))
    yield end
    directory.push(centralRecord(name, sizes, offset))
    offset += start.length + sizes.packed + end.length
    mustFit(offset)
  }
  const all = Buffer.concat(directory)
  yield all
  const count = directory.length
  yield recordOf([4, names.end], [2, 0], [2, 0], [2, count], [2, count], [4, all.length], [4, offset], [2, 0])
}

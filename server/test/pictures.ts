import { crc32, deflateSync } from 'node:zlib'
import sharp from 'sharp'

const plain = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#c02040' } })

export const png = (width = 40, height = 30) => plain(width, height).png().toBuffer()
export const jpeg = () => plain(40, 30).jpeg().toBuffer()
export const gif = () => plain(40, 30).gif().toBuffer()
export const webp = () => plain(40, 30).webp().toBuffer()
export const tiff = () => plain(40, 30).tiff().toBuffer()

/** Noise, stored uncompressed: the file is as large as its pixels. */
export const noise = (width: number, height: number) =>
  sharp({
    create: {
      width,
      height,
      channels: 3,
      background: 'grey',
      noise: { type: 'gaussian', mean: 128, sigma: 60 },
    },
  })
    .png({ compressionLevel: 0 })
    .toBuffer()

export const svg = (inside: string, attributes = 'width="40" height="30"', before = '') =>
  Buffer.from(`${before}<svg xmlns="http://www.w3.org/2000/svg" ${attributes}>${inside}</svg>`)

function chunk(type: string, data: Buffer) {
  const body = Buffer.concat([Buffer.from(type), data])
  const frame = Buffer.alloc(8)
  frame.writeUInt32BE(data.length)
  frame.writeUInt32BE(crc32(body), 4)
  return Buffer.concat([frame.subarray(0, 4), body, frame.subarray(4)])
}

/** A few bytes that claim this size; only one row of pixels is really there. */
export function pngBomb(width: number, height: number) {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width)
  header.writeUInt32BE(height, 4)
  header.writeUInt8(1, 8)
  const row = deflateSync(Buffer.alloc(1 + Math.ceil(width / 8)))
  const signature = Buffer.from('89504e470d0a1a0a', 'hex')
  return Buffer.concat([signature, chunk('IHDR', header), chunk('IDAT', row), chunk('IEND', Buffer.alloc(0))])
}

export function gifBomb() {
  const header = Buffer.from('474946383961ffffffff800000ffffff000000', 'hex')
  const frame = Buffer.from('2c00000000ffffffff00020244013b', 'hex')
  return Buffer.concat([header, frame])
}

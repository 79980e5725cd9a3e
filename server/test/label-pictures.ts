import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import sharp from 'sharp'
import { ready } from 'zpl-renderer-js'
import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader'

const { buffer } = new Uint8Array(
  await readFile(fileURLToPath(import.meta.resolve('zxing-wasm/reader/zxing_reader.wasm'))),
)
prepareZXingModule({ overrides: { wasmBinary: buffer } })

/** The label as another program draws it, as grey dots of the size at which it is printed. */
export async function drawnLabel(
  zpl: string,
  { width, height }: { width: number; height: number },
  dots: number,
) {
  const { api } = await ready
  const png = Buffer.from(await api.zplToBase64Async(zpl, width, height, dots), 'base64')
  const picture = sharp(png).flatten({ background: 'white' })
  return {
    png: await picture.clone().png().toBuffer(),
    ...(await picture.greyscale().raw().toBuffer({ resolveWithObject: true })),
  }
}
export type Picture = Awaited<ReturnType<typeof drawnLabel>>

export const codesOn = async ({ png }: Picture) =>
  (await readBarcodes(new Uint8Array(png), { formats: ['QRCode'] })).map(({ text }) => text)

/** Whether something is printed in a part of the picture; the edges are shares of its width and height. */
export function hasInk(
  { data, info }: Picture,
  [left, top, right, bottom]: [number, number, number, number],
) {
  for (let y = Math.round(top * info.height); y < bottom * info.height; y += 1)
    for (let x = Math.round(left * info.width); x < right * info.width; x += 1)
      if ((data[y * info.width + x] ?? 255) < 128) return true
  return false
}

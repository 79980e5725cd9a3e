import { prepareZXingModule, type ReaderOptions, readBarcodes } from 'zxing-wasm/reader'
import wasm from 'zxing-wasm/reader/zxing_reader.wasm?url'

/** Returns the text of the code in the frame, if there is one. */
export type Decode = (frame: ImageData) => Promise<string | undefined>

const options: ReaderOptions = {
  formats: ['QRCode', 'DataMatrix', 'Code128', 'Code39', 'EAN13', 'EAN8', 'ITF', 'UPCA'],
  tryHarder: true,
  maxNumberOfSymbols: 1,
}

/** By default zxing-wasm loads its binary from a CDN; `locateFile` points it to our own copy. */
export async function openWasmDecoder(): Promise<Decode> {
  await prepareZXingModule({ overrides: { locateFile: () => wasm }, fireImmediately: true })
  return async (frame) => (await readBarcodes(frame, options))[0]?.text
}

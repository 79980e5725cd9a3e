import type { Decode } from './wasm-decoder.ts'

type Found = { rawValue: string }
type NativeDetector = { detect: (frame: ImageData) => Promise<Found[]> }
type NativeDetectors = {
  new (options: { formats: string[] }): NativeDetector
  getSupportedFormats: () => Promise<string[]>
}

const formats = ['qr_code', 'data_matrix', 'code_128', 'code_39', 'ean_13', 'ean_8', 'itf', 'upc_a']

/** The browser's own barcode detector if it supports QR codes, otherwise a bundled one in WebAssembly. */
export async function openDecoder(): Promise<Decode> {
  return (await nativeDecoder()) ?? (await import('./wasm-decoder.ts')).openWasmDecoder()
}

async function nativeDecoder(): Promise<Decode | undefined> {
  const { BarcodeDetector } = globalThis as { BarcodeDetector?: NativeDetectors }
  const supported = (await BarcodeDetector?.getSupportedFormats().catch(() => [])) ?? []
  if (BarcodeDetector === undefined || !supported.includes('qr_code')) return undefined
  const detector = new BarcodeDetector({ formats: formats.filter((format) => supported.includes(format)) })
  return async (frame) => (await detector.detect(frame))[0]?.rawValue
}

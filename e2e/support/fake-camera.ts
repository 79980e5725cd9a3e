import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Page } from '@playwright/test'
import { prepareZXingModule, writeBarcode } from 'zxing-wasm/writer'

/**
 * The browser of the stories has no camera, not even a fake one: from now on, pages film a drawing of the QR
 * code.
 */
export async function filmQrCode(page: Page, text: string): Promise<void> {
  const wasm = createRequire(import.meta.url).resolve('zxing-wasm/writer/zxing_writer.wasm')
  const wasmBinary = new Uint8Array(readFileSync(wasm)).buffer
  await prepareZXingModule({ overrides: { wasmBinary }, fireImmediately: true })
  const { symbol } = await writeBarcode(text, { format: 'QRCode' })
  const { width } = symbol
  await page.addInitScript(`navigator.mediaDevices.getUserMedia = async () => {
    const canvas = Object.assign(document.createElement('canvas'), { width: 640, height: 480 })
    const dots = ${JSON.stringify([...symbol.data])}
    const context = canvas.getContext('2d')
    const draw = () => {
      context.fillStyle = '#fff'
      context.fillRect(0, 0, 640, 480)
      context.fillStyle = '#000'
      dots.forEach((light, at) => {
        if (light === 0) context.fillRect(120 + (at % ${width}) * 8, 40 + Math.floor(at / ${width}) * 8, 8, 8)
      })
    }
    draw()
    setInterval(draw, 100)
    return canvas.captureStream(10)
  }`)
}

/** From now on, camera access fails with this browser error. */
export const refuseCamera = (page: Page, error: string) =>
  page.addInitScript(
    `navigator.mediaDevices.getUserMedia = () => Promise.reject(new DOMException('', '${error}'))`,
  )

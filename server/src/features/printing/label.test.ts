import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { labelDesigns } from '@ats/contract/print-jobs.ts'
import { expect, test } from 'vitest'
import { codesOn, drawnLabel, hasInk } from '#test/label-pictures.ts'
import { designs, labelZpl } from './label.ts'
import { linesOf } from './texts.ts'
import { dotsPerMm, fieldData } from './zpl.ts'

const tag = 'C4AABBCCDD000000002A1234'
const address = 'https://assets.an-organisation.example/asset/019a93f2-6f0c-7c61-9d0e-3f1c8e1b7a55'
const english = {
  ...{ name: 'Office chair with a high back ~ "Comfort^XZ" _24_', detail: 'A0000042', owner: 'Acme & Sons' },
  ...{ address, tag: null },
}
const hindi = {
  ...{ name: 'कार्यालय की कुर्सी, ऊँची पीठ वाली, हत्थों के साथ', detail: 'पुणे > मुख्य कार्यालय', owner: 'एक्मे सुविधा' },
  ...{ address, tag: null },
}

test.for(
  labelDesigns.flatMap((design) =>
    [english, hindi].map((content) => ({ design, content, of: content.owner })),
  ),
)(
  'the QR code of $design is read at 203 dpi, and the texts of $of are inside of the label',
  async ({ design, content }) => {
    const picture = await drawnLabel(await labelZpl(design, 203, content), designs[design], dotsPerMm[203])
    expect(await codesOn(picture)).toEqual([address])
    const textBegins = designs[design].qr / designs[design].width + 0.04
    expect(hasInk(picture, [textBegins, 0, 1, 0.5])).toBe(true)
    expect(hasInk(picture, [textBegins, 0.6, 1, 1])).toBe(true)
    // The margins.
    for (const edge of [
      [0, 0, 1, 0.03],
      [0, 0.99, 1, 1],
      [0, 0, 0.01, 1],
      [0.99, 0, 1, 1],
    ] as const)
      expect(hasInk(picture, [...edge])).toBe(false)
  },
)

test.for([300, 600] as const)('a small label has its code at %i dpi too', async (dpi) => {
  const picture = await drawnLabel(
    await labelZpl('asset-small', dpi, hindi),
    designs['asset-small'],
    dotsPerMm[dpi],
  )
  expect(await codesOn(picture)).toEqual([address])
})

test('a label with a tag writes the chip once, reads it back, and is not printed again by the printer', async () => {
  const zpl = await labelZpl('asset-small', 203, { ...english, tag })
  expect(zpl).toContain('^RS8,,,1,N^JZN')
  expect(zpl).toContain(`^RFW,H,2,12,1^FD${tag}^FS^RFR,H,2,12,1^FN0^FS^FH_^HV0,24,ATS:${tag}:,_0D_0A,L^FS`)
})

test('no text becomes a command', async () => {
  expect(fieldData('a^XZ~JA_b\\c é')).toBe('a_5EXZ_7EJA_5Fb_5Cc _C3_A9')
  const zpl = await labelZpl('asset-large', 203, {
    ...english,
    name: '^XZ^XA~JA',
    owner: '^FS_5E',
    detail: '~HS',
  })
  expect(zpl.match(/\^XZ|~/g)).toEqual(['^XZ'])
  expect(zpl.match(/\^XA/g)).toHaveLength(1)
})

test('texts are wrapped at words, and cut where they are too long', () => {
  expect(linesOf('Office chair with arms', 7, 3)).toEqual(['Office chair', 'with arms'])
  expect(linesOf('Extraordinarily comfortable', 5, 2)).toEqual(['Extraordi...', 'comforta...'])
  expect(linesOf('one two three four five', 4, 2)).toEqual(['one two', 'three f...'])
})

test('letters that a printer may not have are drawn', async () => {
  const zpl = await labelZpl('asset-small', 203, { ...hindi, detail: 'A0000042' })
  expect(zpl.match(/\^GFA/g)).toHaveLength(2)
  expect(zpl).not.toMatch(/[^ -~\r\n]/)
})

test('a server without fonts draws letters of the same size', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'no-fonts-'))
  const settings = join(folder, 'fonts.conf')
  await writeFile(settings, '<?xml version="1.0"?><fontconfig></fontconfig>')
  const module = import.meta.resolve('./label.ts')
  const program = `const { labelZpl } = await import(${JSON.stringify(module)})
    process.stdout.write(await labelZpl('asset-small', 203, ${JSON.stringify(hindi)}))`
  const env = { ...process.env, FONTCONFIG_FILE: settings }
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', program], {
    env,
  })
  await rm(folder, { recursive: true })
  const sizesIn = (zpl: string) => zpl.match(/\^GFA,\d+,\d+,\d+/g)
  expect(sizesIn(stdout)).toHaveLength(3)
  expect(sizesIn(stdout)).toEqual(sizesIn(await labelZpl('asset-small', 203, hindi)))
})

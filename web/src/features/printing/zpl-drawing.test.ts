import { expect, test } from 'vitest'
import { shapesOf } from './zpl-drawing.ts'

test('texts keep their place, and letters that were sent as digits are letters again', () => {
  const zpl = '^XA^CI28^PW400^FO12,34^A0N,27,27^FH_^FDa_5E 50% _C3_A9^FS^XZ'
  expect(shapesOf(zpl)).toEqual([{ kind: 'text', x: 12, y: 34, size: 27, text: 'a^ 50% é' }])
})

test('pictures have one rectangle for each run of dots', () => {
  const [picture] = shapesOf('^FO1,2^GFA,8,8,2,F00F,:8,C000^FS')
  expect(picture).toEqual({
    ...{ kind: 'dots', x: 1, y: 2, scale: 1 },
    path: 'M0 0h4v1h-4zM12 0h4v1h-4zM0 3h1v1h-1zM0 4h2v1h-2z',
  })
})

test('a code is drawn from its text, without the letters for the printer', () => {
  const [code, same, other] = ['MA,https://a.example', 'QA,https://a.example', 'MA,https://b.example'].map(
    (data) => shapesOf(`^FO20,10^BQN,2,4^FH_^FD${data}^FS`)[0],
  )
  expect(code).toMatchObject({ kind: 'dots', x: 20, y: 20, scale: 4 })
  expect(same).toEqual(code)
  expect(other).not.toEqual(code)
})

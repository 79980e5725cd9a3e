import { expect, test } from 'vitest'
import { handheldIn } from './handheld.ts'

const token = `atsh_${'a'.repeat(43)}`

test('a link makes the device a handheld, and other addresses do not', () => {
  expect(handheldIn(`#handheld=${token}&name=Dock%207`)).toEqual({ token, name: 'Dock 7' })
  for (const hash of ['', '#content', `#handheld=${token}`, '#handheld=short&name=x', `#name=x`]) {
    expect(handheldIn(hash)).toBeNull()
  }
  expect(handheldIn(`#handheld=${token}%0Ax&name=x`)).toBeNull()
})

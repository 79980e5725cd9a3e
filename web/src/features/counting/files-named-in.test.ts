import { expect, test } from 'vitest'
import { filesNamedIn } from './files-named-in.ts'

test('the files of a page and of its scripts are found, each once', () => {
  const page =
    '<script type="module" src="/assets/scan-Ab12_-9z.js"></script><link href="/assets/scan-DK_IEH0P.css">'
  expect(filesNamedIn(page)).toEqual(['/assets/scan-Ab12_-9z.js', '/assets/scan-DK_IEH0P.css'])
  const script =
    'import{a}from"./decoder-B24lY2Ol.js";const b=()=>import(`./wasm-decoder-B24lY2Ol.js`);const u="/assets/zxing_reader-Bb9Mx2Pu.wasm";import"./decoder-B24lY2Ol.js";"./no.js"'
  expect(filesNamedIn(script)).toEqual([
    '/assets/decoder-B24lY2Ol.js',
    '/assets/wasm-decoder-B24lY2Ol.js',
    '/assets/zxing_reader-Bb9Mx2Pu.wasm',
  ])
})

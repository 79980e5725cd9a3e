import { expect, test, vi } from 'vitest'
import { tagsFromCamera } from './tags-from-camera.ts'

test('a tag from the camera is taken, and a label is refused as a tag', () => {
  const [take, refuse] = [vi.fn(), vi.fn()]
  const read = tagsFromCamera(take, refuse)
  read('E2801160600002084D2A1C3F')
  for (const kind of ['asset', 'place'])
    read(`https://assets.example.org/${kind}/0192f0c1-7c3a-7000-8000-00000000abcd`)
  expect(take.mock.calls).toEqual([['E2801160600002084D2A1C3F']])
  expect(refuse).toHaveBeenCalledTimes(2)
})

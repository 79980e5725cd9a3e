import { expect, test } from 'vitest'
import { roughly } from './duration.ts'

test.each([
  [0, 10, 'second'],
  [31, 40, 'second'],
  [50, 50, 'second'],
  [55, 1, 'minute'],
  [125, 2, 'minute'],
  [5399, 90, 'minute'],
  [5400, 2, 'hour'],
])('%d seconds are about %d of a %s', (seconds, count, unit) =>
  expect(roughly(seconds)).toEqual({ count, unit }),
)

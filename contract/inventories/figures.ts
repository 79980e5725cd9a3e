import { z } from 'zod'

export const figure = (meaning: string) =>
  z
    .number()
    .int()
    .nullable()
    .describe(`${meaning} Null before counting starts, and for who counts it blind until it is approved.`)

export const figures = {
  total: figure('How many assets were expected when counting started.'),
  found: figure('Expected and read, or seen by hand, anywhere in the place.'),
  notFound: figure('Expected, but not found; with found it makes the total.'),
  access: figure('Read here but not expected: assets from outside or from the bin, and unknown tags.'),
}

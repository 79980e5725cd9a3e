import { refusal } from './refusal.ts'

/** Errors of the number series of tags. */
export const tagSeriesRefusals = {
  'tag-series-not-found': refusal(404, 'Number series not found.'),
  'tag-series-unknown': refusal(400, 'This number series does not exist.'),
  'tag-block-not-found': refusal(404, 'Block not found.'),
  'tag-series-name-taken': refusal(400, 'Another number series has this name.'),
  'tag-series-prefix-taken': refusal(400, 'There is already a number series with this company prefix.'),
  'tag-series-range-reversed': refusal(400, 'The last number must not be smaller than the first.'),
  'tag-series-too-many': refusal(409, 'There can be at most {most} number series.'),
  'tag-series-retired': refusal(409, 'This number series is retired. Bring it back first.'),
  'tag-series-not-retired': refusal(409, 'This number series is not retired.'),
  'tag-series-goes-up': refusal(400, 'Numbers are never used twice. Enter a number above {next}.'),
  'tag-series-exhausted': refusal(409, 'This number series has only {left} numbers left.'),
  'tag-number-on-asset': refusal(
    409,
    'The tag of number {serial} is already on an asset. Let the series continue after this number.',
  ),
  'tag-number-not-reserved': refusal(400, 'This number has not been reserved.'),
  'tag-number-in-use': refusal(409, 'The tag of this number is on an asset. Replace that tag first.'),
  'tag-is-void': refusal(409, 'This tag is void, because its label was spoilt. Use another label.'),
  'tag-number-void-before': refusal(409, 'This number is already void.'),
}

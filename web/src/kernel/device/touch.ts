import { useMediaQuery } from '@mantine/hooks'

/** Whether the person works with a finger: no keys to speak of, nothing to drop files from. */
export const useIsTouch = () =>
  useMediaQuery('(hover: none) and (pointer: coarse)', false, { getInitialValueInEffect: false })

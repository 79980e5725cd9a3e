import { useMediaQuery } from '@mantine/hooks'

/** Whether the device is used by touch: without keyboard shortcuts and without drag and drop of files. */
export const useIsTouch = () =>
  useMediaQuery('(hover: none) and (pointer: coarse)', false, { getInitialValueInEffect: false })

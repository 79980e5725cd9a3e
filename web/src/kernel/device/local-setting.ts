import { useLocalStorage } from '@mantine/hooks'

/** A small setting that this browser stores, such as the columns of a table. */
export function useLocalSetting<T>(key: string, defaultValue: T) {
  const [value, set] = useLocalStorage<T>({ key, defaultValue, getInitialValueInEffect: false })
  return [value, set] as const
}

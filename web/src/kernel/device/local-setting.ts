import { useLocalStorage } from '@mantine/hooks'

/** A small choice of the person that this browser keeps, such as the columns of a table. */
export function useLocalSetting<T>(key: string, defaultValue: T) {
  const [value, set] = useLocalStorage<T>({ key, defaultValue, getInitialValueInEffect: false })
  return [value, set] as const
}

import type { LinkProps } from '@tanstack/react-router'
import { useCity } from '#kernel/address/location.ts'

/** A report with its dates. People who get its figures may open it. */
export function useReportLink() {
  const location = useCity()
  return (report: string, search: Record<string, string>): LinkProps => ({
    to: '/dashboard/$location/reports/$report',
    params: { location, report },
    search,
  })
}

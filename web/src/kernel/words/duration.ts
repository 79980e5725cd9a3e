export const durationUnits = ['hour', 'minute', 'second'] as const
export type Duration = { count: number; unit: (typeof durationUnits)[number] }

/** Rounded as a person would say it. */
export function roughly(seconds: number): Duration {
  if (seconds >= 5400) return { count: Math.round(seconds / 3600), unit: 'hour' }
  if (seconds >= 55) return { count: Math.round(seconds / 60), unit: 'minute' }
  return { count: Math.max(10, Math.ceil(seconds / 10) * 10), unit: 'second' }
}

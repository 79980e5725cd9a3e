import { Group } from '@mantine/core'
import { type ScreenTo, screenLink, useCity } from '#kernel/address/location.ts'
import { useMayOpen, useTitleOf } from '#kernel/address/screen.ts'
import { ButtonLink } from '#ui/text/link.tsx'

/** Screens that can be exported and saved as views. */
export const listsAndReports = [
  '/dashboard/$location/manage-asset/view-assets',
  '/dashboard/$location/reports',
] as const satisfies readonly ScreenTo[]

type Props = { screens: readonly ScreenTo[]; justify?: 'start' | 'center' }

/** Links from an empty list to the screens that fill it, as far as the person may open them. */
export function NextScreens({ screens, justify = 'start' }: Props) {
  const city = useCity()
  const [mayOpen, titleOf] = [useMayOpen(), useTitleOf()]
  const open = screens.filter(mayOpen)
  if (open.length === 0) return null
  return (
    <Group gap="xs" justify={justify}>
      {open.map((to) => (
        <ButtonLink key={to} {...(screenLink(to, city) as { to: '/' })} variant="default" size="sm">
          {titleOf(to)}
        </ButtonLink>
      ))}
    </Group>
  )
}

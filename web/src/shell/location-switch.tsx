import { Button, Popover, UnstyledButton } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconCheck, IconChevronDown, IconMapPin } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useParams } from '@tanstack/react-router'
import { cities } from '#features/places/place-queries.ts'
import { everywhere, useCity } from '#kernel/address/location.ts'
import { m } from '#texts'
import { LoadFailed } from '#ui/page/load-failed.tsx'
import classes from './nav.module.css'

/**
 * Restricts every screen to one city and back, on the same screen; only for people with more than one city.
 */
export function LocationSwitch({ fullWidth = false }: { fullWidth?: boolean }) {
  const { data = [], isLoadingError, refetch } = useQuery(cities)
  const city = useCity()
  const choose = useCityChoice()
  const [opened, set] = useDisclosure(false)
  if (data.length < 2 && !isLoadingError) return null

  const choices = [{ name: m.app_all_locations(), location: everywhere }, ...data]
  const current = choices.find(({ location }) => location === city)?.name ?? nameOf(city)
  return (
    <Popover
      opened={opened}
      onChange={(next) => (next ? set.open() : set.close())}
      position="bottom-end"
      shadow="md"
      width={fullWidth ? 'target' : 200}
      withinPortal={false}
      withRoles={false}
      returnFocus
    >
      <Popover.Target>
        <Button
          variant="default"
          size="sm"
          px="sm"
          fw={500}
          fullWidth={fullWidth}
          justify="space-between"
          leftSection={<IconMapPin size={16} aria-hidden="true" />}
          rightSection={<IconChevronDown size={14} aria-hidden="true" />}
          aria-expanded={opened}
          title={m.app_choose_location()}
          onClick={set.toggle}
          onKeyDown={(event) => event.key === 'Escape' && set.close()}
        >
          {current}
        </Button>
      </Popover.Target>
      <Popover.Dropdown p={4}>
        {isLoadingError && <LoadFailed text={m.app_locations_failed()} onRetry={() => void refetch()} />}
        <Choices
          choices={choices}
          city={city}
          onChoose={(location) => {
            set.close()
            choose(location)
          }}
        />
      </Popover.Dropdown>
    </Popover>
  )
}

/** Until the names are loaded, uses the name in the address. */
const nameOf = (city: string) =>
  city === everywhere ? m.app_all_locations() : city.charAt(0).toUpperCase() + city.slice(1)

type ChoicesProps = {
  choices: { name: string; location: string }[]
  city: string
  onChoose: (location: string) => void
}

function Choices({ choices, city, onChoose }: ChoicesProps) {
  return (
    <ul className={classes.flyout} aria-label={m.app_choose_location()}>
      {choices.map(({ name, location }) => (
        <li key={location}>
          <UnstyledButton
            className={classes.item ?? ''}
            aria-pressed={location === city}
            onClick={() => onChoose(location)}
          >
            {name}
            {location === city && <IconCheck size={16} className={classes.mark} aria-hidden="true" />}
          </UnstyledButton>
        </li>
      ))}
    </ul>
  )
}

/** Screens outside /dashboard/{location} carry the city in their search parameters instead of their path. */
function useCityChoice() {
  const { location } = useParams({ strict: false })
  const navigate = useNavigate()
  return (next: string) => {
    const target =
      location === undefined
        ? { search: next === everywhere ? {} : { location: next } }
        : { params: (before: object) => ({ ...before, location: next }), search: {} }
    void navigate({ to: '.', ...target })
  }
}

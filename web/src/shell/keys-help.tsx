import { Button, Kbd, Text } from '@mantine/core'
import { useHolds } from '#kernel/address/screen.ts'
import { useLetterKeys } from '#kernel/device/letter-keys.ts'
import { useSession } from '#kernel/session/session.ts'
import { m } from '#texts'
import { Dialog, DialogButtons } from '#ui/dialog/dialog.tsx'
import { goScreens } from './go-screens.ts'
import classes from './keys-help.module.css'

type Key = [keys: string[], text: string]
type Group = { name: string; keys: Key[] }

/** The keys of the screens that this person may open. */
function useGroups(): Group[] {
  const person = useSession()?.user
  const manages = useHolds('manage-asset')
  const scan: Key[] = manages ? [[['s'], m.table_key_scan()]] : []
  const work: Group[] = [
    {
      name: m.keys_assets(),
      keys: [
        [['e'], m.keys_edit()],
        [['m'], m.keys_move()],
      ],
    },
    {
      name: m.keys_requests(),
      keys: [
        [['a'], m.keys_accept()],
        [['d'], m.keys_deny()],
      ],
    },
  ]
  return [
    {
      name: m.keys_everywhere(),
      keys: [
        [['Ctrl', 'K'], m.table_key_palette()],
        ...scan,
        [['Esc'], m.keys_esc()],
        [['?'], m.table_key_keys()],
      ],
    },
    {
      name: m.keys_lists(),
      keys: [
        [['/'], m.table_key_search()],
        [['j', 'k'], m.table_key_rows()],
        [['Enter'], m.table_key_open()],
        [['x'], m.table_key_select()],
        [['Shift', '←', '→'], m.table_key_width()],
      ],
    },
    ...(manages ? work : []),
    {
      name: m.keys_go(),
      keys: goScreens(person).map(({ letter, title }): Key => [['g', letter], title()]),
    },
  ]
}

/** All keys, by where they work. */
export function KeysHelp({ onClose }: { onClose: () => void }) {
  const groups = useGroups()
  const isOn = useLetterKeys()
  return (
    <Dialog onClose={onClose} title={m.table_keys()} size="xl">
      {!isOn && (
        <Text role="status" mb="md">
          {m.keys_off()}
        </Text>
      )}
      <div className={classes.groups}>
        {groups.map(({ name, keys }) => (
          <section key={name} aria-label={name}>
            <h3>{name}</h3>
            <dl className={classes.keys}>
              {keys.map(([names, text]) => (
                <div key={names.join()}>
                  <dt>
                    {names.map((one) => (
                      <Kbd key={one}>{one}</Kbd>
                    ))}
                  </dt>
                  <dd>{text}</dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </div>
      <DialogButtons>
        <Button onClick={onClose} data-autofocus>
          {m.common_close()}
        </Button>
      </DialogButtons>
    </Dialog>
  )
}

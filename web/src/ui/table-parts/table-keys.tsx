import { Button, Kbd } from '@mantine/core'
import { m } from '#texts'
import { Dialog, DialogButtons } from '#ui/dialog/dialog.tsx'
import classes from './table-keys.module.css'

const keys: [keys: string[], text: () => string][] = [
  [['j', 'k'], m.table_key_rows],
  [['Enter'], m.table_key_open],
  [['x'], m.table_key_select],
  [['/'], m.table_key_search],
  [['s'], m.table_key_scan],
  [['Ctrl', 'K'], m.table_key_palette],
  [['Shift', '←', '→'], m.table_key_width],
  [['?'], m.table_key_keys],
]

export function TableKeys({ onClose }: { onClose: () => void }) {
  return (
    <Dialog onClose={onClose} title={m.table_keys()}>
      <dl className={classes.keys}>
        {keys.map(([names, text]) => (
          <div key={names.join()}>
            <dt>
              {names.map((name) => (
                <Kbd key={name}>{name}</Kbd>
              ))}
            </dt>
            <dd>{text()}</dd>
          </div>
        ))}
      </dl>
      <DialogButtons>
        <Button onClick={onClose} data-autofocus>
          {m.common_close()}
        </Button>
      </DialogButtons>
    </Dialog>
  )
}

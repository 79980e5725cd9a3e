import type { ListedDrive } from '@ats/contract/tagging/tagging.ts'
import { UnstyledButton } from '@mantine/core'
import { IconChevronRight, IconTags } from '@tabler/icons-react'
import { m } from '#texts'
import classes from '../counting.module.css'

type Props = { drives: readonly ListedDrive[]; onChoose: (id: string) => void }

/** The tagging drives of the person, below the inventories. */
export function DriveList({ drives, onChoose }: Props) {
  if (drives.length === 0) return null
  return (
    <section aria-label={m.tagging_title()}>
      <h2 className={classes.listTitle}>{m.tagging_title()}</h2>
      <ul className={classes.choices}>
        {drives.map(({ _id, name, placeNames }) => (
          <li key={_id}>
            <UnstyledButton className={classes.choice ?? ''} onClick={() => onChoose(_id)}>
              <IconTags size={22} aria-hidden="true" />
              <span className={classes.choiceText}>
                <b>{name}</b>
                <small>{placeNames.join(' › ')}</small>
              </span>
              <IconChevronRight size={22} aria-hidden="true" />
            </UnstyledButton>
          </li>
        ))}
      </ul>
    </section>
  )
}

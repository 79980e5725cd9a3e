import { ActionIcon } from '@mantine/core'
import { IconDots } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import { m } from '#texts'
import { lazyPart } from '#ui/lazy/part.tsx'
import type { Act } from '../table-parts/row-menu.tsx'
import classes from './row-actions.module.css'

const loadMenu = async () => (await import('../table-parts/row-menu.tsx')).RowMenu
const RowMenu = lazyPart(loadMenu, { waiting: ({ button }) => button, failed: (_, { button }) => button })

type Props = {
  /** The name of the row. */
  name: string
  /** Actions that the specification does not put into the row. */
  more?: readonly Act[]
  children?: ReactNode
}

/**
 * The actions of a row, the same way in every list: Edit and Delete or the main action as buttons, then one
 * menu with the others.
 */
export function RowActions({ name, more = [], children }: Props) {
  return (
    <span className={classes.actions}>
      {children}
      {more.length > 0 && <More name={name} more={more} />}
    </span>
  )
}

/** A list has a hundred rows, so a menu is loaded and mounted when its button is used for the first time. */
function More({ name, more }: Required<Omit<Props, 'children'>>) {
  const [isOpened, setOpened] = useState(false)
  const button = (
    <ActionIcon
      variant="subtle"
      color="gray"
      size={28}
      aria-label={m.table_more({ name })}
      aria-haspopup="menu"
      title={m.table_more({ name })}
      onPointerEnter={() => void loadMenu().catch(() => undefined)}
      {...(!isOpened && { 'aria-expanded': false, onClick: () => setOpened(true) })}
    >
      <IconDots size={18} aria-hidden="true" />
    </ActionIcon>
  )
  return isOpened ? <RowMenu button={button} more={more} /> : button
}

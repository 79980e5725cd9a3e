import { Menu } from '@mantine/core'
import { Link, type LinkProps } from '@tanstack/react-router'
import { type ComponentType, type ReactNode, useState } from 'react'

export type Act = {
  text: string
  /** The text with the name of the row. */
  named: string
  icon: ComponentType<{ size: number }>
} & ({ run: () => void } | { link: LinkProps })

type Props = { button: ReactNode; more: readonly Act[] }

/** The menu of a row's other actions, open from the start. */
export function RowMenu({ button, more }: Props) {
  const [opened, setOpened] = useState(true)
  return (
    <Menu
      opened={opened}
      onChange={setOpened}
      position="bottom-end"
      shadow="md"
      transitionProps={{ duration: 0 }}
    >
      <Menu.Target>{button}</Menu.Target>
      <Menu.Dropdown>
        {more.map(({ text, named, icon: Icon, ...act }) => (
          <Menu.Item
            key={text}
            aria-label={named}
            leftSection={<Icon size={16} aria-hidden="true" />}
            {...('link' in act ? { component: Link, ...(act.link as object) } : { onClick: act.run })}
          >
            {text}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}

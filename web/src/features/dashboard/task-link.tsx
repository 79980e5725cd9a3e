import { IconArrowRight } from '@tabler/icons-react'
import { Link, type LinkProps } from '@tanstack/react-router'
import type { ComponentType } from 'react'
import classes from './overview.module.css'

type Given = { link: LinkProps; text: string; icon?: ComponentType<{ size?: number }>; kind?: string }

/** A row of a section, linked to its records. */
export function TaskLink({ link, text, icon: Icon, kind }: Given) {
  return (
    <Link className={classes.task} data-kind={kind} {...link}>
      {Icon && (
        <i aria-hidden="true">
          <Icon size={18} />
        </i>
      )}
      <span>{text}</span>
      <IconArrowRight size={18} aria-hidden="true" />
    </Link>
  )
}

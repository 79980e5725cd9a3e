import { IconArrowRight } from '@tabler/icons-react'
import { Link, type LinkProps } from '@tanstack/react-router'
import classes from './dashboard.module.css'

/** A row of a section, linked to its records. */
export function TaskLink({ link, text }: { link: LinkProps; text: string }) {
  return (
    <Link className={classes.task} {...link}>
      <span>{text}</span>
      <IconArrowRight size={18} aria-hidden="true" />
    </Link>
  )
}

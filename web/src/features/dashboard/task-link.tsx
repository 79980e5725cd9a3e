import { IconArrowRight } from '@tabler/icons-react'
import { Link, type LinkProps } from '@tanstack/react-router'
import classes from './dashboard.module.css'

/** One line of a section, with the rows behind it. */
export function TaskLink({ link, text }: { link: LinkProps; text: string }) {
  return (
    <Link className={classes.task} {...link}>
      <span>{text}</span>
      <IconArrowRight size={18} aria-hidden="true" />
    </Link>
  )
}

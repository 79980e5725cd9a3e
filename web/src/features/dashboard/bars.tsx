import { VisuallyHidden } from '@mantine/core'
import { Link, type LinkProps } from '@tanstack/react-router'
import { formatNumber } from '#kernel/words/format.ts'
import classes from './overview.module.css'

type Row = { key: string; name: string; value: number; link: LinkProps | undefined; color?: string }

/** A chart that is also a table: screen readers get the same numbers. */
export function Bars({ rows, head }: { rows: Row[]; head: [name: string, value: string] }) {
  const most = Math.max(1, ...rows.map(({ value }) => value))
  return (
    <table className={classes.bars}>
      <thead>
        <tr>
          {head.map((text) => (
            <th key={text} scope="col">
              <VisuallyHidden>{text}</VisuallyHidden>
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(({ key, name, value, link, color }) => (
          <tr key={key}>
            <th scope="row">
              {link === undefined ? name : <Link {...link}>{name}</Link>}
              <span
                className={classes.bar}
                style={{ inlineSize: `${(value / most) * 100}%`, ...(color && { background: color }) }}
                aria-hidden="true"
              />
            </th>
            <td>{formatNumber(value)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

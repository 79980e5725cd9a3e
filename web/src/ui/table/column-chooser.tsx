import { ActionIcon, Button, Checkbox, Popover } from '@mantine/core'
import { IconAdjustmentsHorizontal, IconChevronDown, IconChevronUp } from '@tabler/icons-react'
import { m } from '#texts'
import classes from './data-table.module.css'
import type { TableRows } from './use-rows.ts'

/** Never above the button, where it would cover the header; the page scrolls if there is no space below. */
const below = { flip: false, shift: true }

/** Chooses the visible columns and their order, stored per person. */
export function ColumnChooser<Row extends object>({ rows }: { rows: TableRows<Row> }) {
  return (
    <Popover position="bottom-end" middlewares={below} shadow="md" trapFocus withRoles returnFocus>
      <Popover.Target>
        <Button
          variant="default"
          size="sm"
          leftSection={<IconAdjustmentsHorizontal size={16} aria-hidden="true" />}
        >
          {m.table_columns()}
        </Button>
      </Popover.Target>
      <Popover.Dropdown aria-label={m.table_columns()} className={classes.chooser ?? ''}>
        <ul>
          {rows.ordered.map((column, index) => (
            <li key={column.id}>
              <Checkbox
                size="sm"
                label={column.header()}
                checked={rows.isShown(column.id)}
                disabled={column.hidden === 'never'}
                onChange={(event) => rows.show(column.id, event.currentTarget.checked)}
              />
              <span>
                <ActionIcon
                  variant="subtle"
                  color="gray"
                  size="sm"
                  disabled={index === 0}
                  aria-label={m.table_column_earlier({ column: column.header() })}
                  onClick={() => rows.move(column.id, -1)}
                >
                  <IconChevronUp size={16} />
                </ActionIcon>
                <ActionIcon
                  variant="subtle"
                  color="gray"
                  size="sm"
                  disabled={index === rows.ordered.length - 1}
                  aria-label={m.table_column_later({ column: column.header() })}
                  onClick={() => rows.move(column.id, 1)}
                >
                  <IconChevronDown size={16} />
                </ActionIcon>
              </span>
            </li>
          ))}
        </ul>
        <Button variant="subtle" size="compact-sm" fullWidth onClick={rows.restore}>
          {m.table_columns_reset()}
        </Button>
      </Popover.Dropdown>
    </Popover>
  )
}

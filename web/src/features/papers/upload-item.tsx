import { Button, Group, Progress } from '@mantine/core'
import { formatNumber } from '#kernel/words/format.ts'
import { m } from '#texts'
import classes from './papers.module.css'
import type { Upload } from './use-uploads.ts'

/** A file on its way, or one that did not arrive. */
export function UploadItem({ upload: { name, share, isPaused, failure, again, end } }: { upload: Upload }) {
  const percent = Math.round(share * 100)
  return (
    <li className={classes.upload}>
      <span className={classes.name}>{name}</span>
      {failure === undefined ? (
        <Progress.Root size="sm">
          <Progress.Section value={percent} aria-label={m.papers_uploading({ name })} />
        </Progress.Root>
      ) : (
        <span role="alert" className={classes.failure}>
          {failure}
        </span>
      )}
      {failure === undefined && (
        <span className={classes.quiet} role="status">
          {isPaused ? m.papers_paused() : m.papers_progress({ percent: formatNumber(percent) })}
        </span>
      )}
      <Group gap="xs">
        {failure !== undefined && (
          <Button size="compact-sm" variant="default" onClick={again}>
            {m.common_try_again()}
          </Button>
        )}
        <Button size="compact-sm" variant="subtle" onClick={end}>
          {m.common_cancel()}
        </Button>
      </Group>
    </li>
  )
}

import type { PaperRecord } from '@ats/contract/papers.ts'
import { Button, Stack, Text, TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { messageOf } from '#kernel/http/api-error.ts'
import { formatDate } from '#kernel/words/format.ts'
import { m } from '#texts'
import { Dialog } from '#ui/dialog/dialog.tsx'
import { toast } from '#ui/toast/toast.ts'
import { papersNamed, useAttachPaper } from './paper-queries.ts'
import classes from './papers.module.css'

/** Finds a paper by its name on any record that the person sees, and attaches it to this one too. */
export function AttachDialog({ record, onClose }: { record: PaperRecord; onClose: () => void }) {
  const [search, setSearch] = useState('')
  const [wanted] = useDebouncedValue(search.trim(), 200)
  const { data } = useQuery(papersNamed(wanted))
  const attach = useAttachPaper(record)
  const choose = async (id: string, name: string) => {
    try {
      await attach(id)
      toast.success(m.papers_attached({ name }))
      onClose()
    } catch (error) {
      toast.failure(messageOf(error, m.papers_failed()))
    }
  }
  return (
    <Dialog opened onClose={onClose} title={m.papers_attach()}>
      <Stack gap="sm">
        <TextInput
          label={m.papers_attach_search()}
          value={search}
          data-autofocus
          onChange={({ currentTarget }) => setSearch(currentTarget.value)}
        />
        {data?.length === 0 && (
          <Text role="status" size="sm">
            {m.papers_attach_none()}
          </Text>
        )}
        <ul className={classes.found}>
          {data?.map(({ _id, name, uploadedAt }) => (
            <li key={_id}>
              <Button
                variant="subtle"
                fullWidth
                justify="space-between"
                onClick={() => void choose(_id, name)}
              >
                {name} · {formatDate(uploadedAt)}
              </Button>
            </li>
          ))}
        </ul>
      </Stack>
    </Dialog>
  )
}

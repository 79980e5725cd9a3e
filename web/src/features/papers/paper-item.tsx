import { type Paper, type PaperRecord, type PaperType, papers } from '@ats/contract/papers.ts'
import { ActionIcon, Menu, UnstyledButton } from '@mantine/core'
import {
  IconDots,
  IconDownload,
  IconFileText,
  IconFileTypeCsv,
  IconFileTypeDoc,
  IconFileTypePdf,
  IconFileTypePpt,
  IconFileTypeXls,
  IconPencil,
  IconPhoto,
  IconTrash,
} from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { type ComponentType, useState } from 'react'
import { messageOf } from '#kernel/http/api-error.ts'
import { download } from '#kernel/http/download.ts'
import { picture } from '#kernel/http/picture.ts'
import { formatDate, formatNumber } from '#kernel/words/format.ts'
import { m } from '#texts'
import { useBlobUrl } from '#ui/lazy/blob-url.ts'
import { toast } from '#ui/toast/toast.ts'
import { useAttachPaper, useDetachPaper } from './paper-queries.ts'
import classes from './papers.module.css'
import { RenameDialog } from './rename-dialog.tsx'

const icons: Record<PaperType, ComponentType<{ size: number; stroke: number }>> = {
  pdf: IconFileTypePdf,
  docx: IconFileTypeDoc,
  odt: IconFileTypeDoc,
  xlsx: IconFileTypeXls,
  ods: IconFileTypeXls,
  pptx: IconFileTypePpt,
  odp: IconFileTypePpt,
  csv: IconFileTypeCsv,
  txt: IconFileText,
  png: IconPhoto,
  jpeg: IconPhoto,
  webp: IconPhoto,
  gif: IconPhoto,
}

function sizeText(bytes: number) {
  if (bytes < 1000) return m.papers_size_bytes({ count: formatNumber(bytes) })
  if (bytes < 1_000_000) return m.papers_size_kb({ count: formatNumber(Math.round(bytes / 1000)) })
  return m.papers_size_mb({ count: formatNumber(Math.round(bytes / 100_000) / 10) })
}

type Props = { paper: Paper; record: PaperRecord; mayChange: boolean }

/** A paper with its preview; a click opens it as a download. */
export function PaperItem({ paper, record, mayChange }: Props) {
  const { _id: id, name, size, uploadedAt, uploadedBy, scan } = paper
  const isWaiting = scan === 'waiting'
  const open = () =>
    void download(papers.file, { params: { id } }, name).catch((error: unknown) =>
      toast.failure(m.papers_open_failed({ name }), messageOf(error, '')),
    )
  return (
    <li className={classes.paper}>
      <UnstyledButton
        className={classes.open}
        aria-label={m.papers_open({ name })}
        disabled={isWaiting}
        onClick={open}
      >
        <Preview paper={paper} />
        <span className={classes.text}>
          <span className={classes.name}>{name}</span>
          <span className={classes.quiet}>
            {isWaiting
              ? m.papers_waiting()
              : m.papers_by({ size: sizeText(size), date: formatDate(uploadedAt), user: uploadedBy ?? '' })}
          </span>
        </span>
      </UnstyledButton>
      {mayChange && <Actions paper={paper} record={record} onOpen={isWaiting ? undefined : open} />}
    </li>
  )
}

function Preview({ paper: { _id, type, hasThumbnail, scan } }: { paper: Paper }) {
  const isShown = hasThumbnail && scan !== 'waiting'
  const { data } = useQuery(picture(isShown ? `/api/v1/papers/${_id}/thumbnail` : null))
  const url = useBlobUrl(data)
  const Icon = icons[type]
  return (
    <span className={classes.preview}>
      {url === undefined ? <Icon size={28} stroke={1.5} /> : <img src={url} alt="" />}
    </span>
  )
}

type ActionsProps = { paper: Paper; record: PaperRecord; onOpen: (() => void) | undefined }

function Actions({ paper, record, onOpen }: ActionsProps) {
  const [isRenaming, setRenaming] = useState(false)
  const remove = useRemoval(paper, record)
  return (
    <>
      <Menu position="bottom-end" shadow="md" transitionProps={{ duration: 0 }}>
        <Menu.Target>
          <ActionIcon variant="subtle" color="gray" aria-label={m.papers_actions({ name: paper.name })}>
            <IconDots size={18} aria-hidden="true" />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          {onOpen !== undefined && (
            <Menu.Item leftSection={<IconDownload size={16} aria-hidden="true" />} onClick={onOpen}>
              {m.papers_download()}
            </Menu.Item>
          )}
          <Menu.Item
            leftSection={<IconPencil size={16} aria-hidden="true" />}
            onClick={() => setRenaming(true)}
          >
            {m.papers_rename()}
          </Menu.Item>
          <Menu.Item leftSection={<IconTrash size={16} aria-hidden="true" />} onClick={() => void remove()}>
            {m.papers_remove()}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      {isRenaming && <RenameDialog paper={paper} onClose={() => setRenaming(false)} />}
    </>
  )
}

function useRemoval({ _id, name }: Paper, record: PaperRecord) {
  const detach = useDetachPaper(record)
  const attach = useAttachPaper(record)
  const failed = (error: unknown) => toast.failure(messageOf(error, m.papers_failed()))
  const undo = () => attach(_id).then(() => toast.success(m.papers_restored({ name })), failed)
  return () =>
    detach(_id).then(
      () => toast.success(m.papers_removed({ name }), { text: m.assets_undo(), run: () => void undo() }),
      failed,
    )
}

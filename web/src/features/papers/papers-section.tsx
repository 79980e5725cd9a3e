import { type PaperRecord, paperTypes } from '@ats/contract/papers.ts'
import { Button, Menu } from '@mantine/core'
import { IconCamera, IconFileUpload, IconLink, IconPaperclip } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { type DragEvent, type ReactNode, useId, useRef, useState } from 'react'
import { messageOf } from '#kernel/http/api-error.ts'
import { m } from '#texts'
import { LoadFailed } from '#ui/page/load-failed.tsx'
import { AttachDialog } from './attach-dialog.tsx'
import { PaperItem } from './paper-item.tsx'
import { papersOf } from './paper-queries.ts'
import classes from './papers.module.css'
import { UploadItem } from './upload-item.tsx'
import { useUploads } from './use-uploads.ts'

const accepted = Object.values(paperTypes)
  .flatMap(({ endings }) => endings.map((ending) => `.${ending}`))
  .join(',')

/** The papers of a record. Without any, people who may change the record see a button, and others nothing. */
export function PapersSection({ kind, recordId }: PaperRecord) {
  const record = { kind, recordId }
  const { data, error, refetch } = useQuery(papersOf(record))
  const { uploads, add } = useUploads(record)
  const id = useId()
  if (data === undefined)
    return error === null ? null : (
      <LoadFailed
        text={m.papers_failed()}
        detail={messageOf(error, '') || undefined}
        onRetry={() => void refetch()}
      />
    )
  const { papers, mayChange } = data
  const isEmpty = papers.length + uploads.length === 0
  if (isEmpty && !mayChange) return null
  return (
    <DropZone onFiles={mayChange ? add : undefined} label={id}>
      {!isEmpty && (
        <>
          <h3 id={id} className={classes.heading}>
            {m.papers_title()}
          </h3>
          <ul className={classes.papers}>
            {uploads.map((upload) => (
              <UploadItem key={upload.key} upload={upload} />
            ))}
            {papers.map((paper) => (
              <PaperItem key={paper._id} paper={paper} record={record} mayChange={mayChange} />
            ))}
          </ul>
        </>
      )}
      {mayChange && <AddPaper record={record} onFiles={add} />}
    </DropZone>
  )
}

type ZoneProps = { onFiles: ((files: FileList) => void) | undefined; label: string; children: ReactNode }

function DropZone({ onFiles, label, children }: ZoneProps) {
  const [isOver, setOver] = useState(false)
  const over = (event: DragEvent) => {
    if (onFiles === undefined || !event.dataTransfer.types.includes('Files')) return
    event.preventDefault()
    setOver(true)
  }
  const drop = (event: DragEvent) => {
    setOver(false)
    if (onFiles === undefined || event.dataTransfer.files.length === 0) return
    event.preventDefault()
    onFiles(event.dataTransfer.files)
  }
  return (
    <section
      aria-labelledby={label}
      className={classes.section}
      data-over={isOver || undefined}
      onDragOver={over}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
    >
      {children}
    </section>
  )
}

type AddProps = { record: PaperRecord; onFiles: (files: FileList) => void }

function AddPaper({ record, onFiles }: AddProps) {
  const files = useRef<HTMLInputElement>(null)
  const camera = useRef<HTMLInputElement>(null)
  const [isAttaching, setAttaching] = useState(false)
  const onChange = ({ currentTarget }: { currentTarget: HTMLInputElement }) => {
    if (currentTarget.files !== null) onFiles(currentTarget.files)
    currentTarget.value = ''
  }
  const input = { type: 'file', hidden: true, onChange } as const
  const acts = [
    { text: m.papers_choose(), icon: IconFileUpload, run: () => files.current?.click() },
    { text: m.papers_camera(), icon: IconCamera, run: () => camera.current?.click() },
    { text: m.papers_attach(), icon: IconLink, run: () => setAttaching(true) },
  ]
  return (
    <>
      <input ref={files} {...input} multiple accept={accepted} aria-label={m.papers_choose()} />
      <input ref={camera} {...input} accept="image/*" capture="environment" aria-label={m.papers_camera()} />
      <Menu position="bottom-start" shadow="md" transitionProps={{ duration: 0 }}>
        <Menu.Target>
          <Button
            variant="subtle"
            size="compact-sm"
            leftSection={<IconPaperclip size={16} aria-hidden="true" />}
          >
            {m.papers_add()}
          </Button>
        </Menu.Target>
        <Menu.Dropdown maw={320}>
          {acts.map(({ text, icon: Icon, run }) => (
            <Menu.Item key={text} leftSection={<Icon size={16} aria-hidden="true" />} onClick={run}>
              {text}
            </Menu.Item>
          ))}
          <Menu.Label>{m.papers_hint()}</Menu.Label>
        </Menu.Dropdown>
      </Menu>
      {isAttaching && <AttachDialog record={record} onClose={() => setAttaching(false)} />}
    </>
  )
}

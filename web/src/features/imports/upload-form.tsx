import { imports } from '@ats/contract/imports.ts'
import { Alert, Button, Paper, Progress, Text } from '@mantine/core'
import { IconAlertCircle, IconDownload, IconFileSpreadsheet, IconUpload } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { type DragEvent, type FormEvent, useCallback, useEffect, useId, useRef, useState } from 'react'
import { useIsTouch } from '#kernel/device/touch.ts'
import { messageOf } from '#kernel/http/api-error.ts'
import { download } from '#kernel/http/download.ts'
import { renew } from '#kernel/http/renew.ts'
import { upload } from '#kernel/http/upload.ts'
import { formatNumber } from '#kernel/words/format.ts'
import { m } from '#texts'
import area from '#ui/form/drop-area.module.css'
import { useLeaveGuard } from '#ui/form/use-leave-guard.ts'
import { toast } from '#ui/toast/toast.ts'
import classes from './imports.module.css'

type Props = { onUploaded: (id: string) => void }

export function UploadForm({ onUploaded }: Props) {
  const [file, setFile] = useState<File | null>(null)
  const { send, stop, share, error, isSending } = useUpload(onUploaded)
  useLeaveGuard({ isDirty: isSending })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    void send(file)
  }
  return (
    <Paper component="form" withBorder className={classes.card ?? ''} onSubmit={submit} noValidate>
      <div className={classes.between}>
        <Text size="sm" className={classes.lead ?? ''}>
          {m.imports_lead()}
        </Text>
        <Button
          variant="default"
          leftSection={<IconDownload size={18} aria-hidden="true" />}
          onClick={() => void saveSample()}
        >
          {m.imports_sample()}
        </Button>
      </div>
      {error !== undefined && (
        <Alert color="red" role="alert" icon={<IconAlertCircle aria-hidden="true" />}>
          {error}
        </Alert>
      )}
      <FileChooser file={file} onFile={setFile} />
      {share === undefined ? (
        <div className={classes.actions}>
          <Button type="submit" leftSection={<IconUpload size={18} aria-hidden="true" />}>
            {m.imports_upload()}
          </Button>
        </div>
      ) : (
        <Uploading share={share} onStop={stop} />
      )}
    </Paper>
  )
}

async function saveSample() {
  try {
    await download(imports.sample, {}, 'sample_file.csv')
  } catch (error) {
    toast.failure(m.imports_sample_failed(), messageOf(error, ''))
  }
}

/** Uploads the file and reports its progress; undefined while there is no upload. */
function useUpload(onUploaded: (id: string) => void) {
  const client = useQueryClient()
  const stopper = useRef(new AbortController())
  const [share, setShare] = useState<number>()
  const [error, setError] = useState<string>()
  const sending = useRef(false)
  // Leaving the screen aborts the upload, because its result would change the address of another screen.
  useEffect(() => () => stopper.current.abort(), [])
  const send = async (file: File | null) => {
    if (file === null) return setError(m.imports_choose())
    stopper.current = new AbortController()
    setError(undefined)
    setShare(0)
    sending.current = true
    try {
      const query = { fileName: file.name }
      const options = { onProgress: setShare, signal: stopper.current.signal }
      const { import: made } = await upload(imports.upload, { query, file }, options)
      toast.success(m.imports_uploaded({ name: file.name }))
      await renew(client, imports.upload.writes)
      sending.current = false
      if (!stopper.current.signal.aborted) onUploaded(made._id)
    } catch (failure) {
      if (!stopper.current.signal.aborted) setError(messageOf(failure, m.imports_upload_failed()))
    } finally {
      sending.current = false
      setShare(undefined)
    }
  }
  const isSending = useCallback(() => sending.current, [])
  return { send, stop: () => stopper.current.abort(), share, error, isSending }
}

type ChooserProps = { file: File | null; onFile: (file: File | null) => void }

function FileChooser({ file, onFile }: ChooserProps) {
  const id = useId()
  const isTouch = useIsTouch()
  const drop = (event: DragEvent) => {
    event.preventDefault()
    onFile(event.dataTransfer.files[0] ?? null)
  }
  return (
    <div className={classes.chooser}>
      <input
        id={id}
        type="file"
        accept=".csv,.tsv,.txt,.xlsx"
        className={area.input}
        aria-describedby={`${id}-hint`}
        onChange={(event) => onFile(event.currentTarget.files?.[0] ?? null)}
      />
      <label htmlFor={id} className={area.drop} onDragOver={(event) => event.preventDefault()} onDrop={drop}>
        <IconFileSpreadsheet size={32} stroke={1.4} aria-hidden="true" />
        <strong>{m.imports_choose_file()}</strong>
        {file === null && !isTouch && <span>{m.imports_drop()}</span>}
        {file !== null && <span>{`${file.name} (${sizeOf(file)})`}</span>}
      </label>
      <Text id={`${id}-hint`} size="xs" c="dimmed">
        {m.imports_hint()}
      </Text>
    </div>
  )
}

const sizeOf = ({ size }: File) =>
  size < 1e6
    ? m.imports_kilobytes({ count: formatNumber(Math.max(1, Math.round(size / 1e3))) })
    : m.imports_megabytes({ count: formatNumber(Math.round(size / 1e5) / 10) })

function Uploading({ share, onStop }: { share: number; onStop: () => void }) {
  const percent = Math.floor(share * 100)
  return (
    <div className={classes.progress}>
      <div className={classes.between}>
        <Text size="sm">{m.imports_uploading({ percent: formatNumber(percent) })}</Text>
        <Button variant="default" size="compact-sm" onClick={onStop}>
          {m.common_cancel()}
        </Button>
      </div>
      <Progress value={percent} aria-label={m.imports_upload_progress()} />
    </div>
  )
}

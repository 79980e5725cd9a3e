import { Button } from '@mantine/core'
import { IconCamera, IconEyeCheck, IconFileText, IconKeyboard, IconRss } from '@tabler/icons-react'
import { useRef, useState } from 'react'
import { tagsFromCamera } from '#kernel/scanner/tags-from-camera.ts'
import { m } from '#texts'
import { lazyPart } from '#ui/lazy/part.tsx'
import { toast } from '#ui/toast/toast.ts'
import classes from './counting.module.css'
import { loadCamera, loadSighting, loadTypedTags } from './late-parts.ts'
import type { Read } from './outbox/merge-reads.ts'
import type { CountedRoom } from './outbox/records.ts'
import { readNow, readsIn, tagOf } from './outbox/tags-in-text.ts'

const CameraDialog = lazyPart(loadCamera)
const TypedTags = lazyPart(loadTypedTags)
const SightingDialog = lazyPart(loadSighting)

type Props = {
  room: CountedRoom
  onReads: (reads: Read[]) => void
  /** Absent in a blind count, where nothing says what is missing. */
  onFind: (() => void) | undefined
}

/** Ways to add tags without a reader, in reach of the thumb. */
export function SweepTools({ room, onReads, onFind }: Props) {
  const [open, setOpen] = useState<'camera' | 'typed' | 'sighting' | null>(null)
  const close = () => setOpen(null)
  const take = (reads: Read[]) => {
    close()
    onReads(reads)
  }
  const takeFromCamera = tagsFromCamera(
    (code) => take([readNow(tagOf(code), Date.now())]),
    () => toast.failure(m.count_label_no_tag()),
  )
  return (
    <div className={classes.tools}>
      <Tool icon={<IconCamera size={24} />} text={m.count_camera()} onClick={() => setOpen('camera')} />
      <Tool icon={<IconKeyboard size={24} />} text={m.count_type()} onClick={() => setOpen('typed')} />
      <FileTool onReads={onReads} />
      <Tool icon={<IconEyeCheck size={24} />} text={m.count_sighting()} onClick={() => setOpen('sighting')} />
      {onFind && <Tool icon={<IconRss size={24} />} text={m.findit_missing()} onClick={onFind} />}
      {open === 'camera' && <CameraDialog onCode={takeFromCamera} onClose={close} />}
      {open === 'typed' && <TypedTags onReads={take} onClose={close} />}
      {open === 'sighting' && <SightingDialog room={room} onClose={close} />}
    </div>
  )
}

type ToolProps = { icon: React.ReactNode; text: string; onClick: () => void }

function Tool({ icon, text, onClick }: ToolProps) {
  return (
    <Button variant="default" size="lg" className={classes.tool ?? ''} leftSection={icon} onClick={onClick}>
      {text}
    </Button>
  )
}

function FileTool({ onReads }: { onReads: (reads: Read[]) => void }) {
  const input = useRef<HTMLInputElement>(null)
  const read = async (file: File | undefined) => {
    if (file === undefined) return
    try {
      const reads = readsIn(await file.text(), Date.now())
      if (reads.length > 0) onReads(reads)
      else toast.failure(m.count_type_empty())
    } catch {
      toast.failure(m.count_file_failed())
    }
    if (input.current) input.current.value = ''
  }
  return (
    <>
      <input
        ref={input}
        type="file"
        hidden
        accept=".csv,.txt,text/csv,text/plain"
        aria-label={m.count_file_label()}
        onChange={(event) => void read(event.currentTarget.files?.[0])}
      />
      <Tool icon={<IconFileText size={24} />} text={m.count_file()} onClick={() => input.current?.click()} />
    </>
  )
}

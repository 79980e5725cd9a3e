import { Button } from '@mantine/core'
import { IconCamera, IconEyeCheck, IconFileText, IconKeyboard } from '@tabler/icons-react'
import { useRef, useState } from 'react'
import { m } from '#texts'
import { lazyPart } from '#ui/lazy/part.tsx'
import { toast } from '#ui/toast/toast.ts'
import classes from './counting.module.css'
import { loadCamera, loadSighting, loadTypedTags } from './late-parts.ts'
import type { CountedRoom } from './outbox/records.ts'
import { tagOf, tagsIn } from './outbox/tags-in-text.ts'

const CameraDialog = lazyPart(loadCamera)
const TypedTags = lazyPart(loadTypedTags)
const SightingDialog = lazyPart(loadSighting)

type Props = { room: CountedRoom; onTags: (tags: string[]) => void }

/** Ways to add tags without a reader, in reach of the thumb. */
export function SweepTools({ room, onTags }: Props) {
  const [open, setOpen] = useState<'camera' | 'typed' | 'sighting' | null>(null)
  const close = () => setOpen(null)
  const take = (tags: string[]) => {
    close()
    onTags(tags)
  }
  return (
    <div className={classes.tools}>
      <Tool icon={<IconCamera size={24} />} text={m.count_camera()} onClick={() => setOpen('camera')} />
      <Tool icon={<IconKeyboard size={24} />} text={m.count_type()} onClick={() => setOpen('typed')} />
      <FileTool onTags={onTags} />
      <Tool icon={<IconEyeCheck size={24} />} text={m.count_sighting()} onClick={() => setOpen('sighting')} />
      {open === 'camera' && <CameraDialog onCode={(code) => take([tagOf(code)])} onClose={close} />}
      {open === 'typed' && <TypedTags onTags={take} onClose={close} />}
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

function FileTool({ onTags }: { onTags: (tags: string[]) => void }) {
  const input = useRef<HTMLInputElement>(null)
  const read = async (file: File | undefined) => {
    if (file === undefined) return
    try {
      const tags = tagsIn(await file.text())
      if (tags.length > 0) onTags(tags)
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

import { canReplace } from '@ats/contract/tagging/loop.ts'
import { Button } from '@mantine/core'
import {
  IconCamera,
  IconKeyboard,
  IconPhoto,
  IconPlus,
  IconReplace,
  IconRotate,
  IconTagOff,
} from '@tabler/icons-react'
import { type ReactNode, useRef, useState } from 'react'
import { m } from '#texts'
import { lazyPart } from '#ui/lazy/part.tsx'
import classes from '../counting.module.css'
import { loadCamera, loadExcept, loadFound, loadTypedTags } from '../late-parts.ts'
import { smallerPhoto } from '../smaller-photo.ts'
import type { Tagging } from './use-tagging.ts'

const CameraDialog = lazyPart(loadCamera)
const TypedTags = lazyPart(loadTypedTags)
const ExceptDialog = lazyPart(loadExcept)
const FoundDialog = lazyPart(loadFound)

/** What to do besides reading tags, in reach of the thumb. */
export function TaggingTools({ tagging }: { tagging: Tagging }) {
  const { loop, scan, choose, restart, replace, except } = tagging
  const [open, setOpen] = useState<'camera' | 'typed' | 'except' | 'found' | null>(null)
  const close = () => setOpen(null)
  const asset = loop.asset !== null && loop.asset.assetId !== null ? loop.asset : null
  const isBegun = loop.tag !== null || loop.asset !== null || loop.problem !== null
  const take = (code: string) => {
    close()
    scan(code)
  }
  return (
    <div className={classes.tools}>
      {canReplace(loop) && (
        <Tool icon={<IconReplace size={24} />} text={m.tagging_replace()} onClick={replace} />
      )}
      {isBegun && <Tool icon={<IconRotate size={24} />} text={m.tagging_restart()} onClick={restart} />}
      {asset !== null && (
        <Tool icon={<IconTagOff size={24} />} text={m.tagging_except()} onClick={() => setOpen('except')} />
      )}
      {loop.asset !== null && <PhotoTool tagging={tagging} />}
      <Tool icon={<IconCamera size={24} />} text={m.count_camera()} onClick={() => setOpen('camera')} />
      <Tool icon={<IconKeyboard size={24} />} text={m.tagging_type()} onClick={() => setOpen('typed')} />
      <Tool icon={<IconPlus size={24} />} text={m.tagging_found()} onClick={() => setOpen('found')} />
      {open === 'camera' && <CameraDialog onCode={take} onClose={close} />}
      {open === 'typed' && <TypedTags onReads={([read]) => take(read?.tag ?? '')} onClose={close} />}
      {open === 'except' && asset !== null && (
        <ExceptDialog asset={asset} onKeep={(reason, note) => except(asset, reason, note)} onClose={close} />
      )}
      {open === 'found' && (
        <FoundDialog
          onName={(assetName) => {
            close()
            choose({ assetId: null, assetName })
          }}
          onClose={close}
        />
      )}
    </div>
  )
}

function PhotoTool({ tagging: { photo, setPhoto } }: { tagging: Tagging }) {
  const input = useRef<HTMLInputElement>(null)
  const take = async (file: File | undefined) => {
    if (file !== undefined) setPhoto(await smallerPhoto(file))
  }
  return (
    <>
      <input
        ref={input}
        type="file"
        hidden
        accept="image/png,image/jpeg"
        capture="environment"
        aria-label={m.tagging_photo()}
        onChange={(event) => void take(event.currentTarget.files?.[0])}
      />
      <Tool
        icon={<IconPhoto size={24} />}
        text={photo === null ? m.tagging_photo() : m.tagging_photo_taken()}
        onClick={() => input.current?.click()}
      />
    </>
  )
}

type ToolProps = { icon: ReactNode; text: string; onClick: () => void }

function Tool({ icon, text, onClick }: ToolProps) {
  return (
    <Button variant="default" size="lg" className={classes.tool ?? ''} leftSection={icon} onClick={onClick}>
      {text}
    </Button>
  )
}

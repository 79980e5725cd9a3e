import { Button, Input } from '@mantine/core'
import { IconCamera, IconPhotoUp } from '@tabler/icons-react'
import { type DragEvent, useId, useRef, useState } from 'react'
import { useIsTouch } from '#kernel/device/touch.ts'
import { m } from '#texts'
import { useBlobUrl } from '#ui/lazy/blob-url.ts'
import area from './drop-area.module.css'
import { type InForm, inputProps } from './fields.tsx'
import classes from './image-field.module.css'

export const acceptedImages = ['image/svg+xml', 'image/png', 'image/jpeg', 'image/gif']

type ChooserProps = {
  label: string
  value: Blob | null
  onChange: (image: Blob | null) => void
  error?: string | undefined
  errorProps?: { role?: string }
  /** The address of the current image. */
  current?: string | undefined
}

/** Chooses one image by click or drag and drop, and shows a preview. */
function ImageChooser({ label, value, onChange, error, errorProps = {}, current }: ChooserProps) {
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const [refused, setRefused] = useState(false)
  const chosen = useBlobUrl(value)

  const take = (file: File | undefined) => {
    if (file === undefined) return
    const fits = acceptedImages.includes(file.type)
    setRefused(!fits)
    if (fits) onChange(file)
  }
  const remove = () => {
    setRefused(false)
    onChange(null)
    if (input.current) input.current.value = ''
  }
  return (
    <Input.Wrapper
      label={label}
      description={m.image_hint()}
      error={refused ? m.image_wrong_type() : error}
      errorProps={errorProps}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      labelProps={{ htmlFor: id }}
    >
      <div className={classes.area}>
        <input
          ref={input}
          id={id}
          type="file"
          accept={acceptedImages.join(',')}
          className={area.input}
          aria-invalid={refused || error !== undefined}
          onChange={(event) => take(event.currentTarget.files?.[0])}
        />
        <DropArea htmlFor={id} shown={chosen ?? current} onFiles={(files) => take(files[0])} />
        <CameraPicture onFile={take} />
        {chosen !== undefined && (
          <Button variant="subtle" color="gray" size="compact-sm" ml={-8} onClick={remove}>
            {m.image_remove()}
          </Button>
        )}
      </div>
    </Input.Wrapper>
  )
}

/** On a phone, takes an image directly with the camera. */
function CameraPicture({ onFile }: { onFile: (file: File | undefined) => void }) {
  const input = useRef<HTMLInputElement>(null)
  if (!useIsTouch()) return null
  return (
    <>
      <input
        ref={input}
        type="file"
        accept="image/jpeg,image/png"
        capture="environment"
        hidden
        aria-label={m.image_take()}
        onChange={(event) => onFile(event.currentTarget.files?.[0])}
      />
      <Button
        variant="default"
        fullWidth
        leftSection={<IconCamera size={20} aria-hidden="true" />}
        onClick={() => input.current?.click()}
      >
        {m.image_take()}
      </Button>
    </>
  )
}

type DropProps = { htmlFor: string; shown?: string | undefined; onFiles: (files: FileList) => void }

/** The label of a file input, which also accepts dropped files. */
export function DropArea({ htmlFor, shown, onFiles }: DropProps) {
  const isTouch = useIsTouch()
  const drop = (event: DragEvent) => {
    event.preventDefault()
    onFiles(event.dataTransfer.files)
  }
  return (
    <label
      htmlFor={htmlFor}
      className={area.drop}
      onDragOver={(event) => event.preventDefault()}
      onDrop={drop}
    >
      {shown === undefined ? (
        <>
          <IconPhotoUp size={28} stroke={1.4} aria-hidden="true" />
          {isTouch ? m.image_tap() : m.image_drop()}
        </>
      ) : (
        <img src={shown} alt={m.image_preview()} />
      )}
    </label>
  )
}

type FieldProps<V extends Record<string, unknown>> = InForm<V> & {
  label: string
  current?: string | undefined
}

/** The image chooser as a form field: its value is the file, or null. */
export function ImageField<V extends Record<string, unknown>>({ form, name, ...props }: FieldProps<V>) {
  const { key, defaultValue, ...input } = inputProps(form, name)
  return <KeptImage key={key} first={defaultValue ?? null} {...props} {...input} />
}

/** Keeps the file in state; a reset of the form changes the key and so mounts it again. */
function KeptImage({ first, onChange, ...props }: Omit<ChooserProps, 'value'> & { first: Blob | null }) {
  const [image, setImage] = useState(first)
  const choose = (next: Blob | null) => {
    setImage(next)
    onChange(next)
  }
  return <ImageChooser {...props} value={image} onChange={choose} />
}

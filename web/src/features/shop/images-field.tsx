import { CloseButton, Input } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { picture } from '#kernel/http/picture.ts'
import { m } from '#texts'
import area from '#ui/form/drop-area.module.css'
import { type InForm, inputProps } from '#ui/form/fields.tsx'
import { acceptedImages, DropArea } from '#ui/form/image-field.tsx'
import { useBlobUrl } from '#ui/lazy/blob-url.ts'
import classes from './shop.module.css'
import type { Image } from './use-shop-form.ts'

type Props<V extends Record<string, unknown>> = InForm<V> & { label: string; most: number }

/** Images by click or drag and drop, with a preview. If only one is allowed, a new one replaces it. */
export function ImagesField<V extends Record<string, unknown>>({ form, name, ...props }: Props<V>) {
  const { key, defaultValue, onChange, error } = inputProps(form, name)
  return <KeptImages key={key} {...props} first={defaultValue ?? []} onChange={onChange} error={error} />
}

type KeptProps = Pick<Props<never>, 'label' | 'most'> & {
  first: Image[]
  onChange: (images: Image[]) => void
  error?: string | undefined
}

function KeptImages({ label, most, first, onChange, error }: KeptProps) {
  const id = useId()
  const [images, setImages] = useState(first)
  const [refused, setRefused] = useState(false)
  const set = (next: Image[]) => {
    setImages(next)
    onChange(next)
  }
  const take = (files: FileList | null) => {
    const given = [...(files ?? [])]
    const fitting = given.filter((file) => acceptedImages.includes(file.type))
    setRefused(fitting.length < given.length)
    if (fitting.length > 0) set(most === 1 ? fitting.slice(0, 1) : [...images, ...fitting].slice(0, most))
  }
  return (
    <Input.Wrapper
      label={label}
      description={m.image_hint()}
      error={refused ? m.image_wrong_type() : error}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      labelProps={{ htmlFor: id }}
    >
      <div className={classes.images}>
        {images.map((image, at) => (
          <div key={typeof image === 'string' ? image : `${image.name} ${at}`} className={classes.image}>
            <Thumbnail image={image} alt={m.shop_image_number({ number: at + 1 })} />
            <CloseButton
              variant="default"
              size="sm"
              aria-label={m.shop_image_remove({ number: at + 1 })}
              onClick={() => set(images.filter((other) => other !== image))}
            />
          </div>
        ))}
        <div className={classes.choose}>
          <input
            id={id}
            type="file"
            multiple={most > 1}
            accept={acceptedImages.join(',')}
            className={area.input}
            aria-invalid={refused || error !== undefined}
            onChange={({ currentTarget }) => {
              take(currentTarget.files)
              currentTarget.value = ''
            }}
          />
          <DropArea htmlFor={id} onFiles={take} />
        </div>
      </div>
    </Input.Wrapper>
  )
}

function Thumbnail({ image, alt }: { image: Image; alt: string }) {
  const isKept = typeof image === 'string'
  const { data } = useQuery(picture(isKept ? `/api/v1/shop/images/${image}` : null))
  const address = useBlobUrl(isKept ? data : image)
  return address === undefined ? null : <img src={address} alt={alt} />
}

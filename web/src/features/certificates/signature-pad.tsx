import { mostStrokes, signatureField } from '@ats/contract/certificates/certificates.ts'
import { Button, Group, Text } from '@mantine/core'
import { type PointerEvent, useId, useRef, useState } from 'react'
import { m } from '#texts'
import classes from './certificates.module.css'

const { width, height } = signatureField
const viewBox = `0 0 ${width} ${height}`

/** The strokes of a signature, as they were drawn. */
export function Strokes({ drawing, label }: { drawing: string; label: string }) {
  return (
    <svg role="img" aria-label={label} viewBox={viewBox} className={classes.strokes}>
      <path d={drawing} />
    </svg>
  )
}

const within = (value: number, most: number) => Math.min(Math.max(Math.round(value), 0), most)

function pointOf({ currentTarget, clientX, clientY }: PointerEvent<SVGSVGElement>) {
  const field = currentTarget.getBoundingClientRect()
  const x = within(((clientX - field.left) / field.width) * width, width)
  const y = within(((clientY - field.top) / field.height) * height, height)
  return `${x} ${y}`
}

type Props = { onDrawn: (path: string) => void }

/** A field to sign in with a finger, a pen or a mouse. People who cannot draw sign with their name instead. */
export function SignaturePad({ onDrawn }: Props) {
  const hint = useId()
  const [path, setPath] = useState('')
  const last = useRef<string>(null)
  const add = (command: 'M' | 'L', point: string) => {
    if (point === last.current || path.length > mostStrokes - 10) return
    last.current = point
    setPath((before) => `${before}${command}${point}`)
  }
  const clear = () => {
    setPath('')
    onDrawn('')
  }
  return (
    <div>
      <Text size="sm" fw={500}>
        {m.cert_pad()}
      </Text>
      <svg
        viewBox={viewBox}
        className={classes.pad}
        role="img"
        aria-label={m.cert_pad()}
        aria-describedby={hint}
        onPointerDown={(event) => {
          event.currentTarget.setPointerCapture(event.pointerId)
          last.current = null
          add('M', pointOf(event))
        }}
        onPointerMove={(event) => {
          if (last.current !== null && event.buttons > 0) add('L', pointOf(event))
        }}
        onPointerUp={() => {
          last.current = null
          onDrawn(path)
        }}
      >
        <path d={path} />
      </svg>
      <Group justify="space-between">
        <Text size="xs" id={hint}>
          {m.cert_pad_hint()}
        </Text>
        <Button variant="subtle" size="compact-sm" disabled={path === ''} onClick={clear}>
          {m.cert_pad_clear()}
        </Button>
      </Group>
    </div>
  )
}

import { ActionIcon, Button } from '@mantine/core'
import { IconBattery2, IconMinus, IconPlus, IconRss } from '@tabler/icons-react'
import type { Reader } from '#kernel/reader-shell/reader.ts'
import { counted, formatNumber } from '#kernel/words/format.ts'
import { m } from '#texts'
import classes from './reader-band.module.css'
import type { ReaderReads } from './use-reader-reads.ts'

/** A change that a person notices. */
const step = 3

function stateText({ trouble, trigger, isHeld, isReading }: Reader): string {
  if (trouble?.is === 'disconnected') return m.count_reader_disconnected()
  if (trouble !== null) return m.count_reader_failed({ reason: trouble.message })
  if (isHeld || isReading) return m.count_reader_reading()
  return trigger ? m.count_reader_trigger() : m.count_reader_stopped()
}

/** What the reader of the handheld does, with its battery and power. */
export function ReaderBand({ reads }: { reads: ReaderReads }) {
  const { reader, isOn, setOn } = reads
  if (reader === null) return null
  const { name, battery, trigger, ignored, trouble } = reader
  return (
    <section className={classes.reader} aria-label={m.count_reader()} data-trouble={trouble !== null}>
      <p className={classes.state}>
        <IconRss size={20} aria-hidden="true" />
        <b>{name}</b> <span role="status">{stateText(reader)}</span>
      </p>
      {battery !== null && (
        <p className={classes.battery}>
          <IconBattery2 size={20} aria-hidden="true" />
          {m.count_reader_battery({ percent: formatNumber(battery) })}
        </p>
      )}
      <Power {...reads} />
      {!trigger && (
        <Button size="md" h={44} variant={isOn ? 'filled' : 'default'} onClick={() => setOn(!isOn)}>
          {isOn ? m.count_reader_stop() : m.count_reader_start()}
        </Button>
      )}
      {ignored > 0 && (
        <small>{counted(ignored, m.count_reader_ignored_one, m.count_reader_ignored_other)}</small>
      )}
    </section>
  )
}

function Power({ range, power, setPower }: Pick<ReaderReads, 'range' | 'power' | 'setPower'>) {
  if (range === null || power === undefined) return null
  const look = { variant: 'default', size: 44 } as const
  return (
    <fieldset className={classes.power} aria-label={m.count_reader_power()}>
      <ActionIcon
        {...look}
        aria-label={m.count_reader_weaker()}
        disabled={power <= range.min}
        onClick={() => setPower(Math.max(range.min, power - step))}
      >
        <IconMinus size={20} />
      </ActionIcon>
      <output>{m.count_reader_dbm({ power: formatNumber(power) })}</output>
      <ActionIcon
        {...look}
        aria-label={m.count_reader_stronger()}
        disabled={power >= range.max}
        onClick={() => setPower(Math.min(range.max, power + step))}
      >
        <IconPlus size={20} />
      </ActionIcon>
    </fieldset>
  )
}

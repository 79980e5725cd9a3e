import type { TaggingLoop, TaggingProblem } from '@ats/contract/tagging/loop.ts'
import { IconAlertTriangle, IconCheck, IconRepeat, IconScan, IconTag } from '@tabler/icons-react'
import { m } from '#texts'
import classes from '../counting.module.css'
import { type Last, labelOf } from './use-tagging.ts'

type Said = { title: string; name?: string; tag?: string; text?: string }

/** What is wrong, and what to do now. */
function saidOf(problem: TaggingProblem): Said {
  const { is, tag } = problem
  if (is === 'two-tags') return { title: m.tagging_two(), text: m.tagging_two_hint() }
  if (!('asset' in problem)) return { title: m.tagging_other(), tag, text: m.tagging_other_hint() }
  const name = labelOf(problem.asset)
  if (is === 'on-another') return { title: m.tagging_on_another(), name, tag }
  if (is === 'reserved-for-another')
    return { title: m.tagging_reserved(), name, tag, text: m.tagging_reserved_hint() }
  const own = problem.asset.tag ?? ''
  return is === 'has-tag'
    ? { title: m.tagging_has_tag(), name, text: m.tagging_has_tag_hint({ tag: own }) }
    : { title: m.tagging_not_expected(), name, text: m.tagging_not_expected_hint({ tag: own }) }
}

function nextStep({ tag, asset }: TaggingLoop): Said {
  if (tag !== null && asset !== null) return { title: m.tagging_again(), name: labelOf(asset), tag }
  if (asset !== null) return { title: m.tagging_read(), name: labelOf(asset) }
  if (tag !== null) return { title: m.tagging_choose(), tag }
  return { title: m.tagging_ready(), text: m.tagging_ready_hint() }
}

const doneText = (last: Last): Said =>
  last.is === 'saved'
    ? { title: m.tagging_saved(), name: last.label, tag: last.tag }
    : { title: m.tagging_noted(), name: last.label }

/** The next step, or what went wrong, legible at arm's length. */
export function TaggingBand({ loop, last }: { loop: TaggingLoop; last: Last | null }) {
  const { problem, tag, asset } = loop
  const isWaiting = tag !== null && asset !== null
  const isDone = problem === null && tag === null && asset === null && last !== null
  const look = problem !== null ? 'unknown' : isDone ? 'found' : isWaiting ? 'elsewhere' : 'none'
  const said = problem !== null ? saidOf(problem) : isDone ? doneText(last) : nextStep(loop)
  const icon = { size: 56, stroke: 2, 'aria-hidden': true } as const
  return (
    <div
      className={classes.band}
      data-class={look}
      role={problem === null ? 'status' : 'alert'}
      aria-atomic="true"
    >
      {look === 'unknown' && <IconAlertTriangle {...icon} />}
      {look === 'found' && <IconCheck {...icon} />}
      {look === 'elsewhere' && <IconRepeat {...icon} />}
      {look === 'none' && (tag === null ? <IconScan {...icon} /> : <IconTag {...icon} />)}
      <p className={classes.bandTitle}>{said.title}</p>
      {said.name !== undefined && <p className={classes.bandName}>{said.name}</p>}
      {said.tag !== undefined && <p className={classes.bandTag}>{said.tag}</p>}
      {said.text !== undefined && <p>{said.text}</p>}
    </div>
  )
}

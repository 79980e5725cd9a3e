import type { PlanMove } from '@ats/contract/floors.ts'
import { VisuallyHidden } from '@mantine/core'
import { useReducedMotion } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useMemo, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { activityOf } from '#features/floors/floor-queries.ts'
import { m } from '#texts'
import { PanelLink } from '#ui/dialog/panel-link.tsx'
import { Moment } from '#ui/text/moment.tsx'
import { createGlow } from './glow.ts'
import { lampOf, type Top } from './lamps.tsx'
import { MovingDot } from './moving-dot.tsx'
import type { NamedRoom } from './named-room.ts'
import classes from './plan.module.css'

const tickMs = 100
const mostMoving = 20
const mostListed = 5
/** A screen reader hears about moves at most this often. */
const sayMs = 5_000

type Props = {
  floorId: string
  isFollowed: boolean
  rooms: readonly NamedRoom[]
  top: Top
}

/** What readers see at this moment: rooms light up, and assets that move travel over the plan. */
export function NowLayer({ floorId, isFollowed, rooms, top }: Props) {
  const { data } = useQuery(activityOf(floorId, isFollowed))
  const glow = useMemo(() => createGlow((placeId) => lampOf(top, placeId)), [top])
  const { moves, moving, end } = useMoves(data?.moves)
  const isStill = useReducedMotion()
  const byPlace = useMemo(() => new Map(rooms.map((room) => [room.placeId, room])), [rooms])
  useEffect(() => {
    if (data !== undefined) glow.take(data.rooms, Date.parse(data.at), performance.now())
  }, [data, glow])
  useEffect(() => {
    const timer = setInterval(() => glow.tick(performance.now()), tickMs)
    return () => {
      clearInterval(timer)
      glow.clear()
    }
  }, [glow])
  const nameOf = (placeId: string | null) =>
    (placeId !== null && byPlace.get(placeId)?.name) || m.floors_another_place()
  const textOf = ({ asset, fromPlaceId, toPlaceId }: PlanMove) =>
    m.floors_move({ asset: asset.assetName, from: nameOf(fromPlaceId), to: nameOf(toPlaceId) })
  return (
    <>
      {top.layer !== null &&
        !isStill &&
        createPortal(
          moving.map((move) => (
            <MovingDot
              key={move._id}
              move={move}
              size={top.size}
              rooms={byPlace}
              onEnd={() => end(move._id)}
            />
          )),
          top.layer,
        )}
      <MoveList moves={moves} textOf={textOf} />
      <Said text={moves[0] === undefined ? '' : textOf(moves[0])} />
    </>
  )
}

/** The latest moves, newest first, and those on their way over the plan. */
function useMoves(fetched: readonly PlanMove[] | undefined) {
  const known = useRef(new Set<string>())
  const [moves, setMoves] = useState<PlanMove[]>([])
  const [moving, setMoving] = useState<PlanMove[]>([])
  useEffect(() => {
    const isOnPlan = ({ fromPlaceId, toPlaceId }: PlanMove) => fromPlaceId !== null || toPlaceId !== null
    const fresh = (fetched ?? []).filter((move) => isOnPlan(move) && !known.current.has(move._id))
    if (fresh.length === 0) return
    for (const { _id } of fresh) known.current.add(_id)
    const newest = fresh.toSorted((one, other) => other.at.localeCompare(one.at))
    setMoves((before) => [...newest, ...before].slice(0, mostListed))
    setMoving((before) => [...before, ...newest.slice(0, mostMoving - before.length)])
  }, [fetched])
  const end = (id: string) => setMoving((before) => before.filter(({ _id }) => _id !== id))
  return { moves, moving, end }
}

type ListProps = { moves: readonly PlanMove[]; textOf: (move: PlanMove) => string }

function MoveList({ moves, textOf }: ListProps) {
  if (moves.length === 0) return null
  return (
    <section className={classes.moves} aria-label={m.floors_moves()}>
      <h2 className={classes.heading}>{m.floors_moves()}</h2>
      <ul>
        {moves.map((move) => (
          <li key={move._id}>
            <PanelLink id={move.asset._id} inherit>
              {textOf(move)}
            </PanelLink>{' '}
            <span className={classes.quiet}>
              {move.asset.assetTagId} · <Moment at={move.at} as="ago" />
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}

function Said({ text }: { text: string }) {
  const [said, setSaid] = useState('')
  const say = useEffectEvent(() => setSaid(text))
  useEffect(() => {
    const timer = setInterval(say, sayMs)
    return () => clearInterval(timer)
  }, [])
  return <VisuallyHidden role="status">{said}</VisuallyHidden>
}

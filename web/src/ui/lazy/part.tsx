import {
  Component,
  type ComponentType,
  lazy,
  type ReactNode,
  Suspense,
  useEffect,
  useEffectEvent,
  useState,
} from 'react'
import { loadAppFile } from '#kernel/device/app-files.ts'
import { PartFailedHere, PartFailedOver } from './part-failed.tsx'

type Failed = { error: unknown; onRetry: () => void }

type Look<Props> = {
  /** Stands at its place until it is there. */
  waiting?: (props: Props) => ReactNode
  /** What is shown where it cannot be loaded. Without it, a message over the screen for what can be closed, one in its place otherwise. */
  failed?: (failed: Failed, props: Props) => ReactNode
  /** How to do without what should have opened, where that is not the part's own `onClose`. */
  close?: (props: Props) => void
}

/**
 * A part of a screen that is loaded by itself when it is first shown. Where it cannot be loaded, or breaks, the part alone says
 * so and can be tried again; the rest of the screen stays as it is.
 */
export function lazyPart<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  look: Look<Props> = {},
) {
  const attempt = () => lazy(async () => ({ default: await loadAppFile(load) }))
  let Loaded = attempt()
  // One that failed stays failed, so the next one to ask gets another.
  const renew = () => {
    Loaded = attempt()
  }
  return function Part(props: Props) {
    const [tries, setTries] = useState(0)
    const onRetry = () => setTries(tries + 1)
    const failed = (error: unknown) =>
      look.failed ? (
        look.failed({ error, onRetry }, props)
      ) : (
        <Failure {...{ error, onRetry }} close={closing(look, props)} />
      )
    return (
      <Boundary key={tries} failed={failed} onFailed={renew}>
        <Suspense
          fallback={
            <>
              <span hidden data-waiting />
              {look.waiting?.(props)}
            </>
          }
        >
          <Loaded {...props} />
        </Suspense>
      </Boundary>
    )
  }
}

function closing<Props extends object>({ close }: Look<Props>, props: Props): (() => void) | undefined {
  if (close !== undefined) return () => close(props)
  return 'onClose' in props ? (props.onClose as () => void) : undefined
}

function Failure({ close, ...failed }: Failed & { close: (() => void) | undefined }) {
  return close === undefined ? <PartFailedHere {...failed} /> : <PartFailedOver {...failed} onClose={close} />
}

const retryMs = 5_000

/** For a part that nobody asked for by hand: it comes when it can. */
export function RetryLater({ onRetry }: Failed) {
  const retry = useEffectEvent(onRetry)
  useEffect(() => {
    const timer = setTimeout(retry, retryMs)
    return () => clearTimeout(timer)
  }, [])
  return null
}

type BoundaryProps = { failed: (error: unknown) => ReactNode; onFailed: () => void; children: ReactNode }

class Boundary extends Component<BoundaryProps, { error: unknown; hasFailed: boolean }> {
  override state = { error: undefined, hasFailed: false }

  static getDerivedStateFromError(error: unknown) {
    return { error, hasFailed: true }
  }

  override componentDidCatch() {
    this.props.onFailed()
  }

  override render() {
    return this.state.hasFailed ? this.props.failed(this.state.error) : this.props.children
  }
}

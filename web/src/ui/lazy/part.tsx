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
  waiting?: (props: Props) => ReactNode
  /**
   * Shown if it cannot be loaded. The default is a message over the screen for parts that can be closed,
   * otherwise a message in its place.
   */
  failed?: (failed: Failed, props: Props) => ReactNode
  /** Closes a part that could not be loaded, if that is not the part's `onClose`. */
  close?: (props: Props) => void
}

/**
 * A lazily loaded component with its own error boundary. If it cannot be loaded or throws, only this part
 * shows an error and a retry; the rest of the screen stays as it is.
 */
export function lazyPart<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  look: Look<Props> = {},
) {
  const attempt = () => lazy(async () => ({ default: await loadAppFile(load) }))
  let Loaded = attempt()
  // A lazy component that failed stays failed, so the next attempt needs a new one.
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

/** For a part that the person did not open: it retries without a message. */
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

/** How long a person may think between the two letters. */
const longestMs = 1500
/** Longer than the gap between two keys of even a slow reader. */
const quietMs = 160

/** Until this time the next key belongs to `g`, and has no other meaning. */
let goingUntil = Number.NEGATIVE_INFINITY

/** Whether a key is the second letter after `g`. */
export const isGoing = (at: number) => at <= goingUntil

type Pressed = Pick<KeyboardEvent, 'key' | 'timeStamp'>

/**
 * Detects `g` and another letter, typed by a person. A reader types more characters than two, so the letters
 * count only if nothing precedes or follows them at a reader's pace.
 */
export function goKeys(go: (letter: string) => void) {
  let timer: ReturnType<typeof setTimeout> | undefined
  let last = Number.NEGATIVE_INFINITY
  let isFirstPressed = false
  return {
    /** `isWanted`: keys are shortcuts where the key was pressed. */
    press({ key, timeStamp: at }: Pressed, isWanted: boolean) {
      clearTimeout(timer)
      const isQuiet = at - last > quietMs
      const isSecond = isFirstPressed && isGoing(at)
      isFirstPressed = false
      if (isSecond) goingUntil = at
      if ([...key].length !== 1) return
      last = at
      if (!isWanted) return
      if (isSecond) timer = setTimeout(go, quietMs, key)
      else if (key === 'g' && isQuiet) {
        isFirstPressed = true
        goingUntil = at + longestMs
      }
    },
    stop() {
      clearTimeout(timer)
      goingUntil = Number.NEGATIVE_INFINITY
    },
  }
}

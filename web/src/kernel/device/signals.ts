import type { ReadClass } from '@ats/contract/inventories/counting.ts'

/**
 * The class can be recognised without looking: by pitch and number of tones, and by the vibration pattern.
 */
const tones: Record<ReadClass, number[]> = {
  found: [1320],
  counted: [1320],
  elsewhere: [660, 880],
  unknown: [220, 220],
}
const shakes: Record<ReadClass, number[]> = {
  found: [40],
  counted: [40],
  elsewhere: [60, 60, 60],
  unknown: [250],
}

const toneSeconds = 0.09
let audio: AudioContext | undefined

function play(pitches: number[]) {
  audio ??= new AudioContext()
  if (audio.state === 'suspended') void audio.resume()
  pitches.forEach((pitch, index) => {
    if (audio === undefined) return
    const [tone, volume] = [audio.createOscillator(), audio.createGain()]
    const start = audio.currentTime + index * toneSeconds * 1.4
    tone.frequency.value = pitch
    volume.gain.setValueAtTime(0.25, start)
    volume.gain.exponentialRampToValueAtTime(0.001, start + toneSeconds)
    tone.connect(volume).connect(audio.destination)
    tone.start(start)
    tone.stop(start + toneSeconds)
  })
}

export type Signals = { sound: boolean; vibration: boolean }

/** Counting works without sound and vibration too. */
function give(pitches: number[], shake: number[], { sound, vibration }: Signals) {
  try {
    if (sound && 'AudioContext' in globalThis) play(pitches)
    if (vibration) navigator.vibrate?.(shake)
  } catch {
    // The browser may not allow sound.
  }
}

export const signal = (is: ReadClass, signals: Signals) => give(tones[is], shakes[is], signals)

/** One tick of a Geiger counter. */
export const tick = (pitch: number, signals: Signals) => give([pitch], [20], signals)

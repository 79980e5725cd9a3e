const connectType = 1
const mostLengthBytes = 4
/** The continuation bit of the remaining length. */
const continues = 0x80

export type PacketGuard = {
  /**
   * How many of these bytes may pass: all of them, or those up to the end of the first packet while the
   * sender is not authenticated. Throws as soon as a fixed header announces a packet that is too long, so
   * that nothing is buffered for it.
   */
  admit(bytes: Uint8Array): number
  /** The sender is authenticated: packets may be as long as messages of readers are. */
  trust(): void
}

type Limits = { beforeConnect: number; afterConnect: number }

/** Tracks the fixed headers of MQTT packets in a stream of bytes, without storing any of them. */
export function newPacketGuard({ beforeConnect, afterConnect }: Limits): PacketGuard {
  let isTrusted = false
  let packets = 0
  /** Bytes of the header seen so far: 0 between packets, then the type and the bytes of the length. */
  let headerBytes = 0
  let length = 0
  /** Remaining bytes of the current packet. */
  let left = 0

  function takeHeader(byte: number) {
    headerBytes += 1
    if (headerBytes === 1) {
      length = 0
      if (packets === 0 && byte >> 4 !== connectType) throw new Error('the first packet is no CONNECT')
      return
    }
    length += (byte & ~continues) * 128 ** (headerBytes - 2)
    if (length > (isTrusted ? afterConnect : beforeConnect)) throw new Error('the packet is too long')
    if ((byte & continues) === 0) {
      left = length
      headerBytes = 0
      packets += 1
    } else if (headerBytes > mostLengthBytes) throw new Error('the length of the packet is malformed')
  }

  const isHeld = () => packets > 0 && !isTrusted && headerBytes === 0 && left === 0

  return {
    admit(bytes) {
      let at = 0
      while (at < bytes.length && !isHeld()) {
        const skipped = Math.min(left, bytes.length - at)
        left -= skipped
        at += skipped
        if (skipped === 0) {
          takeHeader(bytes[at] ?? 0)
          at += 1
        }
      }
      return at
    },
    trust() {
      isTrusted = true
    },
  }
}

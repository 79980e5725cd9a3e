export type Credentials = { id: string; password: string }

/** The remaining length in the fixed header of an MQTT packet. */
export const lengthOf = (bytes: number) => {
  const parts: number[] = []
  for (let rest = bytes; parts.length === 0 || rest > 0; rest = Math.floor(rest / 128))
    parts.push((rest % 128) + (rest >= 128 ? 128 : 0))
  return Buffer.from(parts)
}

const textOf = (text: string) =>
  Buffer.concat([Buffer.from([text.length >> 8, text.length & 255]), Buffer.from(text)])

const packetOf = (first: number, ...parts: Buffer[]) => {
  const body = Buffer.concat(parts)
  return Buffer.concat([Buffer.from([first]), lengthOf(body.length), body])
}

/** CONNECT of a reader that resumes its previous session. */
export const connectPacket = ({ id, password }: Credentials) =>
  packetOf(
    0x10,
    ...[textOf('MQTT'), Buffer.from([4, 0xc0, 0, 60])],
    ...[textOf('raw'), textOf(id), textOf(password)],
  )

/** PUBLISH with quality of service 1. */
export const publishPacket = (
  { id }: Credentials,
  payload: string,
  { number = 7, isDup = false }: { number?: number; isDup?: boolean } = {},
) =>
  packetOf(
    isDup ? 0x3a : 0x32,
    ...[textOf(`readers/${id}/reads`), Buffer.from([number >> 8, number & 255]), Buffer.from(payload)],
  )

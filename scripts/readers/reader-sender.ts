import { connect, type MqttClient } from 'mqtt'

export type SimulatedReader = { id: string; password: string; by: 'mqtt' | 'http' }
export type Gateway = { mqtt: string; webhook: string }

/**
 * Sends a message until it is acknowledged, like a reader that stores its reads; false if it was stopped
 * before that.
 */
export type Send = (payload: string) => Promise<boolean>

const pauseMs = 250
const patienceMs = 10_000
const pause = () => new Promise((resolve) => setTimeout(resolve, pauseMs))

function httpSender({ id, password }: SimulatedReader, { webhook }: Gateway, isOver: () => boolean): Send {
  const authorization = `Basic ${Buffer.from(`${id}:${password}`).toString('base64')}`
  const post = (body: string) =>
    fetch(`${webhook}/readers/${id}`, {
      ...{ method: 'POST', body, headers: { authorization, 'content-type': 'application/json' } },
      signal: AbortSignal.timeout(patienceMs),
    }).then(
      async (answer) => {
        await answer.arrayBuffer()
        return answer.status === 202
      },
      () => false,
    )
  return async (payload) => {
    while (!isOver()) {
      if (await post(payload)) return true
      await pause()
    }
    return false
  }
}

/** One attempt: true if the acknowledgement came before a disconnection or the timeout. */
const published = (client: MqttClient, topic: string, payload: string) =>
  new Promise<boolean>((resolve) => {
    const failed = () => resolve(false)
    const timer = setTimeout(failed, patienceMs)
    client.once('close', failed)
    client.publish(topic, payload, { qos: 1 }, (error) => {
      clearTimeout(timer)
      client.off('close', failed)
      resolve(error === undefined || error === null)
    })
  })

function mqttSender({ id, password }: SimulatedReader, { mqtt }: Gateway, isOver: () => boolean): Send {
  const will = {
    topic: `readers/${id}/status`,
    payload: Buffer.from('connection lost'),
    qos: 1 as const,
    retain: false,
  }
  const options = { username: id, password, protocolVersion: 4 as const, reconnectPeriod: pauseMs, will }
  const client = connect(mqtt, {
    ...options,
    clientId: id,
    clean: true,
    connectTimeout: 5000,
    queueQoSZero: false,
  })
  client.setMaxListeners(0)
  client.on('error', () => undefined)
  const watch = setInterval(() => {
    if (!isOver()) return
    clearInterval(watch)
    client.end(true)
  }, pauseMs)
  return async (payload) => {
    while (!isOver()) {
      if (client.connected && (await published(client, `readers/${id}/reads`, payload))) return true
      await pause()
    }
    return false
  }
}

export const senderOf = (reader: SimulatedReader, gateway: Gateway, isOver: () => boolean): Send =>
  (reader.by === 'mqtt' ? mqttSender : httpSender)(reader, gateway, isOver)

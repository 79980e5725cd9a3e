import type { Reader, ReaderAddresses } from '@ats/contract/readers.ts'

export type Credentials = { reader: Reader; addresses: ReaderAddresses; password: string }

type Settings = { adapter: Reader['adapter']; addresses: ReaderAddresses; password: string }

/** Settings for the device, under the device's own names; they stay in English. */
export type SettingsText = { way: 'mqtt' | 'webhook' | 'later'; text: string }

const lines = (pairs: [name: string, value: string][]) =>
  pairs.map(([name, value]) => `${name}: ${value}`).join('\n')

/** The body of `PUT /api/v1/mqtt` of the reader's REST interface. */
function impinjSettings(mqtt: string, { addresses, password }: Settings): string {
  const { protocol, hostname, port } = new URL(mqtt)
  const isSecure = protocol === 'mqtts:'
  const settings = {
    active: true,
    brokerHostname: hostname,
    brokerPort: Number(port) || (isSecure ? 8883 : 1883),
    tlsEnabled: isSecure,
    clientId: addresses.username,
    username: addresses.username,
    password,
    cleanSession: false,
    eventTopic: addresses.topic,
    eventQualityOfService: 1,
    willTopic: addresses.willTopic,
    willMessage: 'connection lost',
    willQualityOfService: 1,
  }
  return JSON.stringify(settings, null, 2)
}

const mqttSettings = (mqtt: string, { addresses, password }: Settings) =>
  lines([
    ['Server', mqtt],
    ['Protocol', 'MQTT 3.1.1'],
    ['Client ID', addresses.username],
    ['Username', addresses.username],
    ['Password', password],
    ['Topic', addresses.topic],
    ['QoS', '1'],
    ['Last will topic', addresses.willTopic],
  ])

const webhookSettings = (webhook: string, { addresses, password }: Settings) =>
  lines([
    ['URL', webhook],
    ['Method', 'POST'],
    ['Content type', 'application/json'],
    ['Authentication', 'Basic'],
    ['Username', addresses.username],
    ['Password', password],
  ])

/** The settings that do not depend on a gateway. */
const plainSettings = ({ addresses, password }: Settings) =>
  lines([
    ['Username', addresses.username],
    ['Password', password],
    ['Topic', addresses.topic],
    ['Last will topic', addresses.willTopic],
  ])

/** Settings to copy, one for each connection that the installation offers. */
export function settingsTexts(settings: Settings): SettingsText[] {
  const { mqtt, webhook } = settings.addresses
  if (mqtt === null && webhook === null) return [{ way: 'later', text: plainSettings(settings) }]
  const overMqtt = settings.adapter === 'impinj' ? impinjSettings : mqttSettings
  return [
    ...(mqtt === null ? [] : [{ way: 'mqtt' as const, text: overMqtt(mqtt, settings) }]),
    ...(webhook === null ? [] : [{ way: 'webhook' as const, text: webhookSettings(webhook, settings) }]),
  ]
}

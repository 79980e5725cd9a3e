export type Device = { browser: string | undefined; system: string | undefined; kind: 'desktop' | 'mobile' }

/** The first match wins: later names also occur in the user agents of earlier ones. */
const browsers: [RegExp, string][] = [
  [/\bEdg(e|A|iOS)?\//, 'Edge'],
  [/\b(OPR|Opera)\b/, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(Firefox|FxiOS)\//, 'Firefox'],
  [/(Chrome|CriOS|Chromium)\//, 'Chrome'],
  [/\bVersion\/.*\bSafari\//, 'Safari'],
]
const systems: [RegExp, string, Device['kind']][] = [
  [/\biPhone\b/, 'iPhone', 'mobile'],
  [/\biPad\b/, 'iPad', 'mobile'],
  [/\bAndroid\b/, 'Android', 'mobile'],
  [/\bWindows\b/, 'Windows', 'desktop'],
  [/\bCrOS\b/, 'ChromeOS', 'desktop'],
  [/\b(Macintosh|Mac OS X)\b/, 'Mac', 'desktop'],
  [/\bLinux\b/, 'Linux', 'desktop'],
]

/** The browser and system of a user agent. */
export function deviceOf(agent: string): Device {
  const system = systems.find(([sign]) => sign.test(agent))
  return {
    browser: browsers.find(([sign]) => sign.test(agent))?.[1],
    system: system?.[1],
    kind: system?.[2] ?? 'desktop',
  }
}

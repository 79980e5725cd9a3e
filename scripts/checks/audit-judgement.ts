export type Advisory = { severity: string; name: string; title: string; url: string }

/** An advisory that was looked at: why the product is not hurt by it, and until when that is believed. */
export type Reviewed = { advisory: string; reason: string; until: string }

type Via = string | Advisory
type Report = { vulnerabilities?: Record<string, { via: Via[] }> }

const idOf = ({ url }: Advisory) => url.split('/').at(-1) ?? url

/** Every advisory once, from what `npm audit --json` prints; null where that is no audit but a registry's refusal. */
export function advisoriesOf(printed: string): Advisory[] | null {
  let report: Report
  try {
    report = JSON.parse(printed) as Report
  } catch {
    return null
  }
  if (report.vulnerabilities === undefined) return null
  // A package that only depends on an unsafe one is named by a text; the unsafe one has an entry of its own.
  const found = Object.values(report.vulnerabilities)
    .flatMap(({ via }) => via)
    .filter((via): via is Advisory => typeof via !== 'string')
  return [...new Map(found.map((advisory) => [idOf(advisory), advisory])).values()]
}

/** Which of the grave advisories nobody has reviewed, or no longer, and which reviews have nothing to say any more. */
export function judge(advisories: Advisory[], reviewed: Reviewed[], today: string) {
  const grave = advisories.filter(({ severity }) => ['high', 'critical'].includes(severity))
  const isAccepted = (advisory: Advisory) =>
    reviewed.some(
      ({ advisory: id, reason, until }) => id === idOf(advisory) && reason !== '' && until >= today,
    )
  return {
    open: grave.filter((advisory) => !isAccepted(advisory)),
    accepted: grave.filter(isAccepted),
    leftOver: reviewed.filter(({ advisory: id }) => !advisories.some((advisory) => idOf(advisory) === id)),
  }
}

export type Advisory = { severity: string; name: string; title: string; url: string }

/** A reviewed advisory: why it does not affect the product, and until when the review is valid. */
export type Reviewed = { advisory: string; reason: string; until: string }

type Via = string | Advisory
type Report = { vulnerabilities?: Record<string, { via: Via[] }> }

const idOf = ({ url }: Advisory) => url.split('/').at(-1) ?? url

/** Every advisory once, from the output of `npm audit --json`; null if the registry returned an error instead. */
export function advisoriesOf(printed: string): Advisory[] | null {
  let report: Report
  try {
    report = JSON.parse(printed) as Report
  } catch {
    return null
  }
  if (report.vulnerabilities === undefined) return null
  // A package that only depends on an unsafe one is listed as a text; the unsafe package has its own entry.
  const found = Object.values(report.vulnerabilities)
    .flatMap(({ via }) => via)
    .filter((via): via is Advisory => typeof via !== 'string')
  return [...new Map(found.map((advisory) => [idOf(advisory), advisory])).values()]
}

/** The high and critical advisories without a valid review, and the reviews that no longer apply. */
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

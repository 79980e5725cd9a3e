/** The logo: a box with a tag. */
export function Logo({ size = 30 }: { size?: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 32 32" fill="none" aria-hidden="true">
      <rect width="32" height="32" rx="8" fill="#4263eb" />
      <g stroke="#fff" strokeWidth="2" strokeLinejoin="round" strokeLinecap="round">
        <path d="M9 13.5 16 10l7 3.5v7L16 24l-7-3.5z" />
        <path d="m9 13.5 7 3.5 7-3.5M16 17v7" />
        <path d="M20 6.6a8 8 0 0 1 5.4 3" />
      </g>
    </svg>
  )
}

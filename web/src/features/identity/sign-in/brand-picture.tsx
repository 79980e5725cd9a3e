const rooms = [
  { x: 150, y: 40, lit: false },
  { x: 226, y: 78, lit: true },
  { x: 74, y: 78, lit: false },
  { x: 150, y: 116, lit: false },
]

/** A floor plan seen from above; one asset answers the RFID reader. */
export function BrandPicture() {
  return (
    <svg viewBox="0 0 300 210" aria-hidden="true" fill="none">
      {rooms.map(({ x, y, lit }) => (
        <g key={`${x} ${y}`} transform={`translate(${x} ${y})`} strokeLinejoin="round">
          <path d="M0 0 70 35 0 70-70 35z" fill="#fff" fillOpacity={lit ? 0.22 : 0.09} />
          <path d="M0 0 70 35 0 70-70 35z" stroke="#fff" strokeOpacity="0.35" />
          <path d="M-70 35v14L0 84V70zM70 35v14L0 84V70z" fill="#fff" fillOpacity="0.06" />
          <g transform="translate(0 18)" fill="#fff">
            <path d="M0-6 20 4 0 14-20 4z" fillOpacity={lit ? 1 : 0.75} />
            <path d="M-20 4v16L0 30V14z" fillOpacity={lit ? 0.8 : 0.45} />
            <path d="M20 4v16L0 30V14z" fillOpacity={lit ? 0.6 : 0.3} />
          </g>
        </g>
      ))}
      <g transform="translate(226 84)" stroke="#ffd43b" strokeWidth="3" strokeLinecap="round">
        <path d="M-9-6a13 13 0 0 1 18 0" />
        <path d="M-17-14a24 24 0 0 1 34 0" strokeOpacity="0.75" />
        <path d="M-25-22a35 35 0 0 1 50 0" strokeOpacity="0.45" />
        <circle r="3" cy="2" fill="#ffd43b" stroke="none" />
      </g>
    </svg>
  )
}

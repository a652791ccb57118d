// A quiet drawing beside the form: conversations that arrive at a window.

/** x, y, width, whether it comes from the customer. */
const bubbles: [number, number, number, boolean][] = [
  [40, 60, 190, true],
  [40, 112, 120, true],
  [170, 164, 170, false],
  [40, 232, 220, true],
  [210, 284, 130, false],
  [150, 336, 190, false]
]

export function AuthIllustration() {
  return (
    <svg viewBox="0 0 380 430" width="380" height="430" fill="none">
      {bubbles.map(([x, y, width, isIn]) => (
        <g key={y} opacity={isIn ? 0.16 : 0.3}>
          <rect x={x} y={y} width={width} height={38} rx={12} fill="currentColor" />
          <rect x={x + 14} y={y + 16} width={width - 60} height={6} rx={3} fill="currentColor" />
        </g>
      ))}
    </svg>
  )
}

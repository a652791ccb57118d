// Our sign: a service window seen from the front.

export function Logo({ size = 28 }: { size?: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 32 32" role="img" aria-label="Guichê">
      <rect width="32" height="32" rx="8" fill="var(--mantine-primary-color-filled)" />
      <g fill="none" stroke="var(--mantine-color-white)" strokeWidth="2.6" strokeLinecap="round">
        <path d="M7 21v-6a9 9 0 0 1 18 0v6" />
        <path d="M5 24h22" />
      </g>
      <circle cx="16" cy="16" r="2.4" fill="var(--mantine-color-white)" />
    </svg>
  )
}

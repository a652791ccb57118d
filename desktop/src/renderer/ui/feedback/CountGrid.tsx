// How many of each kind, before something happens to all of them.
import type { ReactNode } from 'react'
import classes from './count-grid.module.css'

interface CountGridProps {
  /** For who hears it. */
  label: string
  counts: { kind: string; label: string; count: ReactNode }[]
}

export function CountGrid({ label, counts }: CountGridProps) {
  return (
    <dl className={classes['counts']} aria-label={label}>
      {counts.map(({ kind, label: name, count }) => (
        <div key={kind}>
          <dt>{name}</dt>
          <dd className="g-numbers">{count}</dd>
        </div>
      ))}
    </dl>
  )
}

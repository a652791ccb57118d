// A small mark before a status word; it never stands alone.
import classes from './status-dot.module.css'

export type StatusTone = 'good' | 'warn' | 'bad' | 'busy' | 'off'

export function StatusDot({ tone }: { tone: StatusTone }) {
  return <span className={classes['dot']} data-tone={tone} aria-hidden />
}

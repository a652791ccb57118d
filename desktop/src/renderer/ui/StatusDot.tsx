// A small mark before a status word; it never stands alone.
import classes from './status-dot.module.css'

export type StatusTone = 'good' | 'warn' | 'bad' | 'busy' | 'off'

export const StatusDot = ({ tone }: { tone: StatusTone }) => (
  <span className={classes['dot']} data-tone={tone} aria-hidden />
)

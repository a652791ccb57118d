// Bars by name, the longest first: one colour, whole numbers, the value beside each bar.
import type { CSSProperties } from 'react'
import { formatNumber } from '#platform/text/format.ts'
import { ticksUpTo } from './chart-scale.ts'
import classes from './bar-chart.module.css'

interface BarChartProps {
  /** Says what the chart shows, for screen readers. */
  label: string
  bars: { name: string; value: number }[]
  /** What the values count. */
  unit: string
  /** Says how many more there are than are drawn. */
  more: (count: number) => string
}

/** Bars drawn; the table behind the chart has them all. */
const mostBars = 10

export function BarChart({ label, bars, unit, more }: BarChartProps) {
  const drawn = bars.slice(0, mostBars)
  const ticks = ticksUpTo(Math.max(0, ...drawn.map(({ value }) => value)), 4)
  const end = ticks.at(-1) ?? 1
  return (
    <div role="img" aria-label={label} className={classes['chart']}>
      {drawn.map(({ name, value }) => (
        <div key={name} className={classes['row']}>
          <span className={classes['name']} title={name}>
            {name}
          </span>
          <span className={classes['track']}>
            <span className={classes['bar']} style={{ '--share': value / end } as CSSProperties} />
          </span>
          <span className={classes['value']}>{formatNumber(value)}</span>
        </div>
      ))}
      <div className={classes['row']}>
        <span className={classes['more']}>{bars.length > mostBars && more(bars.length - mostBars)}</span>
        <span className={classes['ticks']}>
          {ticks.map((tick) => (
            <span key={tick} style={{ '--share': tick / end } as CSSProperties}>
              {formatNumber(tick)}
            </span>
          ))}
        </span>
      </div>
      <div className={classes['unit']}>{unit}</div>
    </div>
  )
}

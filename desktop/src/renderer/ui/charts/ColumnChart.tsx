// Columns over an axis of time: one colour, whole numbers, the value of a column on pointing or with the arrow keys.
import { useState, type CSSProperties, type KeyboardEvent, type PointerEvent } from 'react'
import { useElementSize } from '@mantine/hooks'
import { formatNumber } from '#platform/text/format.ts'
import { ticksUpTo } from './chart-scale.ts'
import classes from './column-chart.module.css'

export interface Column {
  /** Under the axis. */
  label: string
  /** The whole of it, for whoever points at the column. */
  title: string
  value: number
}

interface ColumnChartProps {
  /** Says what the chart shows, for screen readers. */
  label: string
  columns: Column[]
  /** What the values count, and what the columns stand for. */
  unit: string
  axis: string
}

/** Pixels of the drawing. */
const height = 240
const margin = { top: 12, right: 18, bottom: 22 }
/** Pixels a digit of an axis takes, and a label under it at the least. */
const digitWidth = 7
const labelWidth = 48
const widestColumn = 36

function drawingOf(columns: Column[], width: number) {
  const ticks = ticksUpTo(Math.max(0, ...columns.map(({ value }) => value)))
  const end = ticks.at(-1) ?? 1
  const left = 12 + digitWidth * formatNumber(end).length
  const [plotWidth, plotHeight] = [Math.max(0, width - left - margin.right), height - margin.top - margin.bottom]
  const slot = plotWidth / Math.max(1, columns.length)
  const columnWidth = Math.min(widestColumn, Math.max(1, slot > 6 ? slot * 0.72 : slot - 1))
  const y = (value: number): number => margin.top + plotHeight * (1 - value / end)
  const center = (index: number): number => left + slot * (index + 0.5)
  /** Every so many columns have their label. */
  const every = Math.max(1, Math.ceil(labelWidth / Math.max(1, slot)))
  return { ticks, left, plotWidth, slot, columnWidth, y, center, every }
}

export function ColumnChart({ label, columns, unit, axis }: ColumnChartProps) {
  const { ref, width } = useElementSize<HTMLDivElement>()
  const [active, setActive] = useState<number | null>(null)
  const { ticks, left, plotWidth, slot, columnWidth, y, center, every } = drawingOf(columns, width)
  const clamp = (index: number): number => Math.max(0, Math.min(columns.length - 1, index))

  const point = (event: PointerEvent<SVGSVGElement>) => {
    const at = event.clientX - event.currentTarget.getBoundingClientRect().left - left
    setActive(at < 0 || columns.length === 0 ? null : clamp(Math.floor(at / slot)))
  }
  const step = (event: KeyboardEvent) => {
    const moves: Record<string, number> = { ArrowLeft: -1, ArrowRight: 1, Home: -columns.length, End: columns.length }
    const move = moves[event.key]
    if (move === undefined || columns.length === 0) return
    event.preventDefault()
    setActive((now) => clamp(now === null ? (move > 0 ? 0 : columns.length - 1) : now + move))
  }
  const shown = active === null ? undefined : columns[active]
  const baseline = y(0)
  return (
    <div ref={ref} className={classes['chart']}>
      <div className={classes['unit']}>{unit}</div>
      {width > 0 && (
        <svg
          width={width}
          height={height}
          role="img"
          aria-label={label}
          tabIndex={0}
          onPointerMove={point}
          onPointerLeave={() => setActive(null)}
          onKeyDown={step}
          onBlur={() => setActive(null)}
        >
          {ticks.map((tick) => (
            <g key={tick}>
              <line className={classes['grid']} x1={left} x2={left + plotWidth} y1={y(tick)} y2={y(tick)} />
              <text className={classes['tick']} x={left - 8} y={y(tick)} textAnchor="end" dominantBaseline="central">
                {formatNumber(tick)}
              </text>
            </g>
          ))}
          {columns.map(({ label: name, value }, index) => (
            <g key={name}>
              <rect
                className={classes['column']}
                data-active={index === active || undefined}
                x={center(index) - columnWidth / 2}
                width={columnWidth}
                y={y(value)}
                height={Math.max(0, baseline - y(value))}
                rx={Math.min(3, columnWidth / 4)}
              />
              {index % every === 0 && (
                <text className={classes['tick']} x={center(index)} y={height - 5} textAnchor="middle">
                  {name}
                </text>
              )}
            </g>
          ))}
        </svg>
      )}
      <div className={classes['axis']}>{axis}</div>
      {shown !== undefined && active !== null && (
        <div
          className={classes['hint']}
          style={{ '--at': `${center(active)}px`, '--share': (active + 0.5) / columns.length } as CSSProperties}
          role="status"
        >
          <b className="g-numbers">{formatNumber(shown.value)}</b> {shown.title}
        </div>
      )}
    </div>
  )
}
